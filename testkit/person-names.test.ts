// Every input that takes a person's name takes it by the one rule of packages/contract/person-name.ts.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type * as z from 'zod';

const ROOT = resolve(import.meta.dirname, '..');
const NAMES =
  /^(firstName|lastName|childName|callName|childFirstName|childLastName|guardianName|parentName|secondParentName|declaredName)$/;
/** Inputs that hold a person's name under a word that means other things elsewhere. */
const PERSONS = [
  'emergency-contact.save.name',
  'escort-person.add.name',
  'escort-person.change.name',
  'escort-vendor.add.contact',
  'escort-vendor.change.contact',
  'guardian.save.name',
  'kit-handover.by-signature.receiver',
  'pickup-person.save.name',
  'student.correct.name',
  'training-guest.add.name',
];
const good = ['अनया शर्मा', 'Mary-Ann', 'Zoë', 'D’Souza', 'A. B. Rao', 'Aarav 2'];
const bad = ['...', "-'-", '42', 'Ravi <b>', 'Anaya 🙂'];

interface Found {
  path: string;
  schema: z.core.$ZodType;
}

function namesIn(schema: z.core.$ZodType, path: string): Found[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
  const inner = def['innerType'] ?? def['element'] ?? (def.type === 'pipe' ? def['in'] : undefined);
  if (inner) return namesIn(inner as z.core.$ZodType, path);
  if (def.type === 'union')
    return (def['options'] as z.core.$ZodType[]).flatMap((option) => namesIn(option, path));
  if (def.type !== 'object') return [];
  return Object.entries(def['shape'] as Record<string, z.core.$ZodType>).flatMap(([key, field]) =>
    NAMES.test(key) || PERSONS.includes(`${path}.${key}`)
      ? [{ path: `${path}.${key}`, schema: field }]
      : namesIn(field, `${path}.${key}`),
  );
}

test('every name of a person is read by one rule: any script, hyphens, accents, digits, never signs alone', async () => {
  const found: Found[] = [];
  for (const file of globSync('areas/**/*.contract.ts', { cwd: ROOT })) {
    const contracts = Object.values((await import(resolve(ROOT, file))) as Record<string, object>);
    for (const one of contracts.flatMap((contract) => Object.values(contract) as Partial<Endpoint>[]))
      if (one?.input && one.name && one.kind === 'command') found.push(...namesIn(one.input, one.name));
  }
  assert.ok(found.length > 15, `only ${found.length} names found`);
  const known = new Set(found.map((each) => each.path));
  assert.deepEqual(
    PERSONS.filter((each) => !known.has(each)),
    [],
  );
  const takes = ({ schema }: Found, name: string) => (schema as z.ZodType).safeParse(name).success;
  const wrong = found.flatMap((each) => [
    ...good.filter((name) => !takes(each, name)).map((name) => `${each.path} refuses ${name}`),
    ...bad.filter((name) => takes(each, name)).map((name) => `${each.path} takes ${name}`),
  ]);
  assert.deepEqual(wrong, []);
});
