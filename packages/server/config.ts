import type { configuredBases } from '@aangan/contract/app-config.ts';
import type * as z from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

/** The configured bases of the specification (7). Throws on a value that is no web address: the start says so. */
export function basesOf(config: Environment): z.output<typeof configuredBases> {
  const marketingSite = addressOf(config, 'AANGAN_MARKETING_SITE');
  return {
    ticketing: addressOf(config, 'AANGAN_TICKETING_URL'),
    courierTracking: addressOf(config, 'AANGAN_COURIER_TRACKING_URL'),
    recordedClasses: addressOf(config, 'AANGAN_RECORDED_CLASSES_URL'),
    marketingSite,
    thankYouPage: addressOf(config, 'AANGAN_THANK_YOU_PAGE') ?? marketingSite,
  };
}

/** Base of the API's addresses as the pages call it, without a closing slash; null = the pages' own origin. */
export const apiBaseOf = (config: Environment): string | null =>
  addressOf(config, 'AANGAN_API_URL')?.replace(/\/+$/, '') ?? null;

function addressOf(config: Environment, name: string): string | null {
  const value = config[name]?.trim();
  if (!value) return null;
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error(`${name} is no web address`);
  return value;
}
