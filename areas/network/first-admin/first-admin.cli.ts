// npm run admin -- --email asha@example.in --first Asha --last Rao
// Prints the one-time link with which the first super admin sets a password; with --recover that of one who is locked out.
// Exit 0: printed. 1: refused, in words.
import { parseArgs } from 'node:util';
import { emailSchema } from '@aangan/contract/fields.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { inviteFirstAdmin, NoFirstAdmin, recoverAdmin } from './first-admin.server.ts';

const USAGE =
  'npm run admin -- --email asha@example.in --first Asha --last Rao, or: npm run admin -- --email asha@example.in --recover';

/** Prints the link or why there is none, and gives the exit code. */
export async function adminCommand(
  url: string,
  args: readonly string[],
  print: (line: string) => void,
  origin: string,
): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      recover: { type: 'boolean', default: false },
    },
  });
  const email = emailSchema.safeParse(values.email ?? '');
  const firstName = values.first?.trim() ?? '';
  if (!email.success || (firstName === '' && !values.recover)) {
    print(`Say who it is: ${USAGE}`);
    return 1;
  }
  const database = openDatabase(url, { max: 1 });
  try {
    const { token, name } = values.recover
      ? await inUnitOfWork(database, systemActor(), { command: 'admin.recover' }, (db) =>
          recoverAdmin(db, email.data, new Date()),
        )
      : await inUnitOfWork(database, systemActor(), { command: 'admin.invite-first' }, async (db) => ({
          ...(await inviteFirstAdmin(
            db,
            { email: email.data, firstName, lastName: values.last?.trim() ?? '' },
            new Date(),
          )),
          name: firstName,
        }));
    print(`${name} sets a password here within 7 days; the link works once:`);
    print(`${origin}/login?invite=${token}`);
    print(
      'Set up the authenticator app under Profile right after: without mail or SMS it is the second factor.',
    );
    return 0;
  } catch (error) {
    if (!(error instanceof NoFirstAdmin)) throw error;
    print(error.message);
    return 1;
  } finally {
    await database.close();
  }
}

// bin/bootstrap.mjs may run this file in its own process, where import.meta.main is false.
if (import.meta.main || process.argv[1] === import.meta.filename)
  process.exit(
    await adminCommand(
      process.env.DATABASE_URL ?? '',
      process.argv.slice(2),
      console.log,
      process.env.AANGAN_ORIGIN ?? `http://localhost:${process.env.PORT ?? '3000'}`,
    ),
  );
