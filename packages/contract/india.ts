/** GST state codes (integrations.md 2.6); the first two characters of a GSTIN and the IRP's Stcd. */
export const GST_STATES = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '96': 'Other countries',
  '97': 'Other territory',
} as const;

export type GstStateCode = keyof typeof GST_STATES;

export const isGstStateCode = (code: string): code is GstStateCode => Object.hasOwn(GST_STATES, code);

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The 15th character that belongs to the first 14 of a GSTIN, or null when one of them is no digit or capital letter. */
export function gstinCheckCharacter(gstin: string): string | null {
  const body = gstin.slice(0, 14);
  if (!/^[0-9A-Z]{14}$/.test(body)) return null;
  let sum = 0;
  for (const [index, character] of [...body].entries()) {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ALPHABET.charAt((36 - (sum % 36)) % 36);
}

/** What is wrong with a GSTIN, as a user's text. */
export interface GstinProblem {
  readonly reason: 'shape' | 'state' | 'check';
  readonly text: string;
}

/**
 * Null for a good GSTIN (capitals, no spaces). `sandbox` accepts the numbers of the IRP's test system, which fail both
 * shape and check character; it comes from the e-invoice profile, never from a user.
 */
export function gstinProblem(
  gstin: string,
  { sandbox = false }: { sandbox?: boolean } = {},
): GstinProblem | null {
  if (!(sandbox ? /^\d{2}[0-9A-Z]{13}$/ : GSTIN).test(gstin)) {
    return { reason: 'shape', text: 'A GSTIN has 15 characters and looks like 27AAPFU0939F1ZV.' };
  }
  if (!isGstStateCode(gstin.slice(0, 2)))
    return { reason: 'state', text: 'The first two digits are no GST state code.' };
  const expected = gstinCheckCharacter(gstin);
  if (!sandbox && gstin.charAt(14) !== expected)
    return { reason: 'check', text: `Check digit should be ${expected}.` };
  return null;
}

/** State and PAN inside a GSTIN that has passed gstinProblem. */
export const gstinParts = (gstin: string): { stateCode: string; pan: string } => ({
  stateCode: gstin.slice(0, 2),
  pan: gstin.slice(2, 12),
});

export const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;

/** PAN, capitals: 'AAPFU0939F'. */
export const isPan = (text: string): boolean => PAN.test(text);

export const PINCODE = /^[1-9]\d{5}$/;

/** Six digits, the first not 0: '400053'. Whether it exists is asked of the directory. */
export const isPincode = (text: string): boolean => PINCODE.test(text);

export const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Bank branch code, capitals: 'HDFC0001234'. */
export const isIfsc = (text: string): boolean => IFSC.test(text);
