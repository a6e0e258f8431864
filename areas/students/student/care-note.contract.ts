// What whoever looks after a child must know; the rest of the sealed answers stays closed.
import * as z from 'zod';

export const careKinds = ['ALLERGY', 'MEDICINE', 'CONDITION', 'SPECIAL_NEED', 'NOT_TO_FETCH'] as const;
export const careLabels = {
  ALLERGY: 'Allergy',
  MEDICINE: 'Regular medicine',
  CONDITION: 'Illness',
  SPECIAL_NEED: 'Special need',
  NOT_TO_FETCH: 'Custody: must not fetch the child',
} as const satisfies Record<(typeof careKinds)[number], string>;

export const careNotes = z.array(z.object({ kind: z.enum(careKinds), text: z.string() }));
export type CareNote = z.output<typeof careNotes>[number];

interface HealthAndSafety {
  hasAllergies?: boolean | null | undefined;
  allergies?: string | null | undefined;
  medicines?: string | null | undefined;
  conditions?: string | null | undefined;
  specialNeeds?: string | null | undefined;
  hasCourtOrder?: boolean | null | undefined;
  mayNotPickUp?: string | null | undefined;
}

export function careNotesOf(a: HealthAndSafety): CareNote[] {
  const notes: [CareNote['kind'], string | null | undefined | false][] = [
    ['ALLERGY', a.allergies || (a.hasAllergies === true && 'Details are still to come')],
    ['MEDICINE', a.medicines],
    ['CONDITION', a.conditions],
    ['SPECIAL_NEED', a.specialNeeds],
    ['NOT_TO_FETCH', a.mayNotPickUp || (a.hasCourtOrder === true && 'See the court order')],
  ];
  return notes.flatMap(([kind, text]) => (text ? [{ kind, text }] : []));
}
