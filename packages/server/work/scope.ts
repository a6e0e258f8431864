// What opens a unit of work: the transaction, the work role and the actor's scope.
import type { Named } from '../postgres/prepared-message.ts';
import type { NarrowedActor } from './actor.ts';

export interface OpeningOptions {
  /** Name of the endpoint, job or command: stands in the change audit. */
  command: string;
  requestId?: string;
  readOnly?: boolean;
  /** Statement limit for long jobs (ms). */
  timeoutMs?: number;
}

/** The database role and settings that make an actor's scope. */
function scopeOf(
  actor: NarrowedActor,
  options: OpeningOptions,
): { role: string; settings: Record<string, string> } {
  const family = actor.students !== null;
  const chosen = actor.franchiseeId;
  const network = actor.wholeNetwork && chosen === null && !family;
  const role = family
    ? 'rt_family'
    : network
      ? 'rt_network'
      : actor.kind === 'user' || actor.kind === 'system'
        ? 'rt_centre'
        : 'rt_public';
  // '-' is "no centre at all": an empty setting would mean "not set" and raise.
  const centres = chosen !== null ? String(chosen) : actor.centres.join(',') || '-';
  const settings: Record<string, string> = { 'app.centres': centres, 'app.user': actor.userId ?? '' };
  // Only writes are audited under a command's name.
  if (!options.readOnly) {
    settings['app.command'] = options.command;
    settings['app.request'] = options.requestId ?? '';
  }
  if (actor.link) settings['app.link'] = actor.link.hash.toString('hex');
  if (family) settings['app.students'] = actor.students.join(',') || '-';
  if (options.timeoutMs) settings['statement_timeout'] = String(Math.trunc(options.timeoutMs));
  return { role, settings };
}

const BEGIN = { name: 'aangan_begin', text: 'begin', ahead: true } as const satisfies Named;
const BEGIN_READ = {
  name: 'aangan_begin_read',
  text: 'begin read only',
  ahead: true,
} as const satisfies Named;
export const COMMIT = { name: 'aangan_commit', text: 'commit', ahead: true } as const satisfies Named;

/** The work role, and what opens a transaction in it with the actor's scope; all of it ends with the transaction. */
export function openingOf(
  actor: NarrowedActor,
  options: OpeningOptions,
): { role: string; opening: readonly Named[] } {
  const { role, settings } = scopeOf(actor, options);
  const keys = Object.keys(settings);
  const kind = keys.join();
  const scope = scopes.get(kind) ?? scopeStatement(keys);
  scopes.set(kind, scope);
  const values = [role, ...Object.values(settings)];
  return { role, opening: [options.readOnly ? BEGIN_READ : BEGIN, { ...scope, values }] };
}

/** By what they set: there are a handful of kinds. */
const scopes = new Map<string, Named>();

const scopeStatement = (keys: readonly string[]): Named => ({
  name: `aangan_scope_${keys.map((key) => key.replace('app.', '').slice(0, 4)).join('_')}`,
  text: `select ${['role', ...keys].map((key, n) => `set_config('${key}', $${n + 1}, true)`).join(', ')}`,
  ahead: true,
});
