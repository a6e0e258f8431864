// Promise S9: no dangerous act without a fresh code, whoever holds the session. Every operation that is marked, in every
// area; with its broken twin.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { publishFigure } from '@aangan/testkit/figure.ts';
import { type WalkedApp, walkedApp } from '@aangan/testkit/operations.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';

let app: WalkedApp;
before(async () => {
  app = await walkedApp();
});
after(() => app.close());

/** What must ask for a fresh code (areas/shell.md 5): an operation that loses its mark is missed here. */
const DANGEROUS =
  /^(user\.(grant|end-grant|end-sessions)|access\.grant|bank-account\.|royalty-agreement\.(save|approve))/;

test('S9: dangerous acts need a fresh code', async () => {
  const marked = app.endpoints.filter(({ endpoint }) => endpoint.stepUp);
  const passed: string[] = [];
  for (const { endpoint } of marked) {
    const { status, body } = await app
      .as('Asha', { centre: ANDHERI })
      .raw(endpoint, {}, { version: 1, key: `step-up-${endpoint.name}` });
    const { code } = body as { code?: string };
    if (status !== 403 || code !== 'step-up.needed') passed.push(`${endpoint.name}: ${status} ${code}`);
  }
  app.moveClock(new Date(Date.now() + 5 * 60_000 + 1_000));
  for (const { endpoint } of marked) {
    const { body } = await app
      .as('Asha', { steppedUp: true, centre: ANDHERI })
      .raw(endpoint, {}, { version: 1, key: `step-up-late-${endpoint.name}` });
    const { code } = body as { code?: string };
    if (code !== 'step-up.needed') passed.push(`${endpoint.name}, six minutes later: ${code}`);
  }
  app.moveClock(null);
  publishFigure({
    promise: 'S9',
    operations: marked.length,
    tries: marked.length * 2,
    succeeded: passed.length,
  });
  assert.ok(marked.length >= 5, `${marked.length} operations are marked`);
  assert.deepEqual(passed, []);
  for (const name of ['user.grant', 'user.end-grant', 'access.grant'])
    assert.ok(
      marked.some(({ endpoint }) => endpoint.name === name),
      `${name} must be marked`,
    );
  assert.ok(marked.some(({ endpoint }) => DANGEROUS.test(endpoint.name)));
  // Broken twin: the same calls of a session with a fresh code get past the guard (and fail on their empty input).
  const [first] = marked;
  assert.ok(first);
  const twin = await app
    .as('Asha', { steppedUp: true, centre: ANDHERI })
    .raw(first.endpoint, {}, { version: 1, key: 'step-up-twin-1' });
  assert.notEqual((twin.body as { code?: string }).code, 'step-up.needed', 'the twin must be noticed');
});

/** Files that write an address, password, PIN, tablet or authenticator of an account, with the operations that reach them. */
const CHANGES_SIGNING_IN: Readonly<Record<string, readonly string[]>> = {
  // The command line of whoever runs the server; no operation reaches it.
  'areas/network/first-admin/first-admin.server.ts': [],
  'areas/network/user/account-commands.server.ts': ['user.enable'],
  'areas/network/user/account-security.server.ts': ['user.reset'],
  'areas/network/user/ensure-family-user.server.ts': ['parent.invite', 'parent.invite-all'],
  'areas/network/user/merge-plan.server.ts': ['user.merge'],
  'areas/network/user/person-columns.server.ts': ['user.update', 'user.invite', 'user.create-staff'],
  'areas/network/user/user-import.server.ts': ['user-import.save'],
  'areas/shell/authenticator/authenticator.server.ts': [
    'authenticator.begin',
    'authenticator.confirm',
    'authenticator.remove',
    'authenticator.renew-codes',
    'authenticator-reset.decide',
  ],
  'areas/shell/authenticator/recovery-code.server.ts': ['authenticator.renew-codes'],
  'areas/shell/authenticator/second-proof.server.ts': ['session.verify-otp', 'step-up.verify'],
  'areas/shell/password/password.server.ts': ['password.change', 'password.reset', 'user-invite.accept'],
  'areas/shell/profile/contact.server.ts': ['profile.request-contact', 'profile.confirm-contact'],
  'areas/shell/tablet/pin.server.ts': ['tablet.set-pin', 'tablet.remove-pin'],
  'areas/shell/tablet/shared-tablet.server.ts': ['tablet.enrol', 'tablet.remove'],
  'areas/shell/tablet/tablet-sign-in.server.ts': ['tablet.sign-in'],
};
const PROVED_OTHERWISE: Readonly<Record<string, string>> = {
  'user.update': 'asks itself, when an address changes; see user.test.ts',
  'user.invite': 'a new account; nobody has it yet',
  'user.create-staff': 'a new account; nobody has it yet',
  'user-import.save': 'new accounts only',
  'parent.invite': 'a new account, or a role more for one that is there',
  'parent.invite-all': 'a new account, or a role more for one that is there',
  'session.verify-otp': 'answers a code; only uses it up',
  'step-up.verify': 'is the step-up',
  'password.change': 'proves the old password',
  'password.reset': 'answers a code sent to the account',
  'user-invite.accept': 'holds the invitation',
  'tablet.remove': 'closes a way in for everybody',
  'tablet.sign-in': 'notes the use of the tablet only',
};

test('whatever changes a means of signing in asks for a fresh code', () => {
  const WRITES =
    /\b(password_hash|email_norm|mobile_norm): (?!string|')|(insertInto|updateTable|deleteFrom)\('(tablet_pin|authenticator|recovery_code|shared_tablet)'/;
  const root = path.resolve(import.meta.dirname, '../../..');
  const found = globSync('areas/{shell,network,system,students}/**/*.server.ts', { cwd: root }).filter(
    (file) => WRITES.test(readFileSync(path.join(root, file), 'utf8')),
  );
  assert.deepEqual(
    found.sort(),
    Object.keys(CHANGES_SIGNING_IN).sort(),
    'name the operations of a new writer',
  );
  const elsewhere = globSync('areas/**/*.server.ts', { cwd: root }).filter(
    (file) =>
      !/^areas\/(shell|network|system|students)\//.test(file) &&
      /(insertInto|updateTable)\('app_user'|(update|insert into) app_user\b/.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
  );
  assert.deepEqual(elsewhere, [], 'accounts are written by the areas above alone');
  const byName = new Map(app.endpoints.map(({ endpoint }) => [endpoint.name, endpoint]));
  const open = Object.values(CHANGES_SIGNING_IN)
    .flat()
    .filter((name) => PROVED_OTHERWISE[name] === undefined && byName.get(name)?.stepUp !== true);
  assert.deepEqual(open, []);
});
