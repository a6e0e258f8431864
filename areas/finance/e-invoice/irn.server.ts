import { createHash } from 'node:crypto';

/**
 * The invoice reference number (integrations.md 2.2): one for seller, financial year ('2026-27'), type and number. The
 * portal takes the number in capitals.
 */
export const irnOf = (sellerGstin: string, fy: string, docType: string, docNo: string): string =>
  createHash('sha256').update(`${sellerGstin}${fy}${docType}${docNo.toUpperCase()}`).digest('hex');
