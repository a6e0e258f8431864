/** 'transportStop' reads "Transport stop", 'NON_VEG' "Non veg": for places without the words that stand beside the field. */
export function readable(name: string): string {
  const text = /^[A-Z0-9_+-]+$/.test(name)
    ? name.replaceAll('_', ' ').toLowerCase()
    : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
