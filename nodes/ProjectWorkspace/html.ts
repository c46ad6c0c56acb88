/**
 * The gate to HTML. n8n shows hints, notices, descriptions of errors and the toast of an error as HTML, so what they quote
 * could load images and show links. Elsewhere it shows plain text, which must not contain entities: items (`json.error`),
 * the headline of an error in the output panel, record lists and their errors, and the credential test.
 */
export const asHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Of the panels of triggers, whose texts are HTML. */
export const paragraphs = (...texts: string[]) => texts.join('<br /><br />');
