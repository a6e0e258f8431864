// How two browsers find a way to each other: addresses of the installation. For a relay each connection gets a password for an hour,
// as coturn's REST scheme has it, so that nothing lasting reaches a browser.
import { createHmac } from 'node:crypto';

const LASTS_S = 3600;

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

export const relayPassword = (secret: string, username: string): string =>
  createHmac('sha1', secret).update(username).digest('base64');

/** `who` is a name for the relay's log: the connection, never the person. */
export function iceServersOf(
  config: Readonly<Record<string, string | undefined>>,
  who: string,
  now: Date,
): IceServer[] {
  const servers: IceServer[] = [];
  const stun = listOf(config['AANGAN_STUN_URLS']);
  if (stun.length > 0) servers.push({ urls: stun });
  const turn = listOf(config['AANGAN_TURN_URLS']);
  const secret = config['AANGAN_TURN_SECRET'];
  if (turn.length > 0 && secret) {
    const username = `${Math.floor(now.getTime() / 1000) + LASTS_S}:${who}`;
    servers.push({ urls: turn, username, credential: relayPassword(secret, username) });
  }
  return servers;
}
