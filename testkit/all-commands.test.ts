// Every command with a declared form, through HTTP: what is missing and what is wrong is named at its field, and every
// list of a reference can be asked for. A command that declares its fields tomorrow is walked tomorrow.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { Field, Fields } from '@aangan/contract/fields.ts';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import { allEndpoints } from '../apps/api/app.ts';
import { type TestApp, testApp } from './app.ts';
import { ANDHERI } from './world.ts';

let app: TestApp;
let forms: { endpoint: Endpoint; fields: Fields }[];
let names: ReadonlySet<string>;
before(async () => {
  app = await testApp();
  const endpoints = allEndpoints(app.areas).map(({ endpoint }) => endpoint);
  names = new Set(endpoints.map(({ name }) => name));
  forms = endpoints.flatMap((endpoint) => (endpoint.fields ? [{ endpoint, fields: endpoint.fields }] : []));
});
after(() => app.close());

/** The names of faulty fields that the server answers with. */
async function faultsOf(endpoint: Endpoint, input: object): Promise<readonly string[]> {
  const asha = app.as('Asha', { centre: ANDHERI, steppedUp: true });
  const { status, body } = await asha.raw(endpoint, input, { version: 1, key: 'declared-form-1' });
  assert.equal(status, 422, `${endpoint.name} answers ${status}`);
  return Object.keys((body as ErrorBody).fields ?? {});
}

/** What no field of the kind takes. */
const wrongFor = ({ kind, max }: Field): unknown =>
  (kind === 'text' || kind === 'longText') && max ? 'x'.repeat(max + 1) : { not: 'a value' };

test('there are declared forms, and each has a field', () => {
  assert.ok(forms.length >= 8, `${forms.length} forms`);
  for (const { endpoint, fields } of forms) {
    assert.ok(Object.keys(fields).length > 0, `${endpoint.name}: leave 'fields' out where nothing is typed`);
    assert.equal(endpoint.kind, 'command');
  }
});

test('labels are sentences of their own, and no two fields of a form share one', () => {
  for (const { endpoint, fields } of forms) {
    const labels = Object.values(fields).map(({ label }) => label);
    assert.equal(new Set(labels).size, labels.length, endpoint.name);
    for (const label of labels) assert.match(label, /^\p{Lu}.*[^.:\s]$/u, `${endpoint.name}: '${label}'`);
  }
});

test('the list behind each reference can be asked for', () => {
  const missing = forms.flatMap(({ endpoint, fields }) =>
    Object.entries(fields)
      .filter(([, { to }]) => to !== undefined && !names.has(`${to}.options`))
      .map(([name, { to }]) => `${endpoint.name}.${name} -> ${to}`),
  );
  assert.deepEqual(missing, []);
});

test('an empty form: every required field is named, no optional one', async () => {
  for (const { endpoint, fields } of forms) {
    const empty = Object.fromEntries(
      Object.entries(fields).flatMap(([name, { optional }]) => (optional ? [[name, null]] : [])),
    );
    const told = await faultsOf(endpoint, { ...empty, surprise: 1 });
    for (const [name, { optional }] of Object.entries(fields))
      assert.equal(told.includes(name), !optional, `${endpoint.name}.${name}`);
  }
});

test('a wrong value is named at its field', async () => {
  for (const { endpoint, fields } of forms)
    for (const [name, field] of Object.entries(fields)) {
      const told = await faultsOf(endpoint, { [name]: wrongFor(field) });
      assert.ok(
        told.some((one) => one === name || one.startsWith(`${name}.`)),
        `${endpoint.name}.${name} takes anything`,
      );
    }
});
