// Verhoeff tables: the check digit of Aadhaar numbers.
const D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** True for a 12-digit number whose Verhoeff check digit fits. */
export function isAadhaarLike(digits: string): boolean {
  let c = 0;
  [...digits].reverse().forEach((digit, i) => {
    c = Number(D[c]?.[Number(P[i % 8]?.[Number(digit)])]);
  });
  return c === 0;
}

/** Masks full Aadhaar numbers in free text; we never need one in full (admissions.md 3.3). */
export function maskAadhaar(text: string): string {
  return text.replace(
    /(?<!\d)([2-9]\d{3})[ -]?(\d{4})[ -]?(\d{4})(?!\d)/g,
    (whole, a: string, b: string, c: string) =>
      !/^91[6-9]/.test(`${a}${b}${c}`) && isAadhaarLike(`${a}${b}${c}`) ? `XXXX XXXX ${c}` : whole,
  );
}
