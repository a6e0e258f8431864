// Which account is an escort's: with it the person sees the own trips. Accounts are made in Users, with a role that opens trips.
import { phoneSchema } from '@aangan/contract/fields.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../../network/public.server.ts';
import { transportModules as m } from '../modules.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { escortAccountContract as contract } from './escort-account.contract.ts';

/** Of those alone who may work on trips at the centre: nobody learns here who else has an account. */
async function accountOf(db: Db, franchiseeId: number, signIn: string): Promise<string> {
  const unknown = () =>
    refuseTransport('person.no-account', {
      fields: { signIn: 'Nobody who works on trips here signs in with this' },
    });
  const people = await usersWith(db, { module: m.transportTrip, write: true, franchiseeId });
  ensure(people.length > 0, unknown);
  const mobile = phoneSchema.safeParse(signIn);
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...people.map(({ id }) => id)])
    .where((or) =>
      or.or([
        or('email_norm', '=', signIn.trim().toLowerCase()),
        ...(mobile.success ? [or('mobile_norm', '=', mobile.data)] : []),
      ]),
    )
    .executeTakeFirst();
  ensure(found, unknown);
  return found.id;
}

export const linkAccount = handle(contract.link, async ({ db, input, version }) => {
  const row = await lockRow(db, 'escort_person', input.id, version);
  ensure(row.status !== 'LEFT', () => refuseTransport('person.left', { details: { name: row.name } }));
  const userId = input.signIn ? await accountOf(db, row.franchisee_id, input.signIn) : null;
  if (userId !== null) {
    const taken = await db
      .selectFrom('escort_person')
      .select('name')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('user_id', '=', userId)
      .where('id', '<>', row.id)
      .executeTakeFirst();
    ensure(!taken, () =>
      refuseTransport('person.account-taken', {
        details: { name: taken?.name ?? '' },
        fields: { signIn: `This is the account of ${taken?.name ?? 'somebody else'}` },
      }),
    );
  }
  await db
    .updateTable('escort_person')
    .set({ user_id: userId })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});
