/** A title within a sentence: 'Fee plan' is 'fee plan', while 'SOP folder' and 'WhatsApp number' keep their names. */
export const nounOf = (title: string): string =>
  title.replace(/\S+/g, (word) => ((word.match(/\p{Lu}/gu)?.length ?? 0) > 1 ? word : word.toLowerCase()));
