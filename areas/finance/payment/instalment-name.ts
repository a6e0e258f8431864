/** A line is called "Quarter 1: Tuition Fees", a charge just by its name. */
export function partsOf(label: string): { instalment: string; fee?: string } {
  const [instalment = label, ...fee] = label.split(': ');
  return fee.length === 0 ? { instalment } : { instalment, fee: fee.join(': ') };
}
