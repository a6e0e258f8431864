import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { configuredBases } from '@aangan/contract/app-config.ts';
import type * as z from 'zod';

/** Keys the installation makes for itself on first start and keeps in its data folder (0600). */
export interface InstallationSecrets {
  /** Seals columns and files at rest (32 bytes, hex). */
  sealKey: string;
  /** Signs short-lived file addresses and hashes codes. */
  signKey: string;
  /** Password of the API's own database role. */
  apiPassword: string;
}

/** Reads `<dataDir>/secrets.json`, making it on the first start. Environment values win (docs/operations). */
export function installationSecrets(dataDir: string): InstallationSecrets {
  const file = path.join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    const fresh: InstallationSecrets = {
      sealKey: randomBytes(32).toString('hex'),
      signKey: randomBytes(32).toString('hex'),
      apiPassword: randomBytes(24).toString('base64url'),
    };
    writeFileSync(file, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as InstallationSecrets;
  return {
    sealKey: process.env.AANGAN_SEAL_KEY ?? stored.sealKey,
    signKey: process.env.AANGAN_SIGN_KEY ?? stored.signKey,
    apiPassword: process.env.AANGAN_API_PASSWORD ?? stored.apiPassword,
  };
}

/** The same server, as the API's own role. */
export function apiUrl(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = 'aangan_api';
  url.password = password;
  return url.toString();
}

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
