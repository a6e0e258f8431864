// Who sent the family, for sources that ask for it: found by name in this centre.
import { call } from '@aangan/web/api/call.ts';
import type { Option } from '@aangan/web/api/options.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useState } from 'react';
import { enquiryContract } from './enquiry.contract.ts';
import type { ReferrerAsked, ReferrerKind } from './referrer.ts';

const search =
  (kind: ReferrerKind) =>
  async (q: string): Promise<readonly Option[]> =>
    (await call(enquiryContract.referrers, { kind, q })).rows;
const searchOf = { STUDENT: search('STUDENT'), STAFF: search('STAFF') };

/** The entries of a referrer that belong to what the source asks for; those of another choice stay behind. */
export function referrerEntries(
  asked: ReferrerAsked | null,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    referrerStudentId: asked === 'STUDENT' || asked === 'EITHER' ? values['referrerStudentId'] : null,
    referrerStaffId: asked === 'STAFF' || asked === 'EITHER' ? values['referrerStaffId'] : null,
  };
}

/** The name of who was chosen before: a draft and what waits on the device keep the id alone. */
function useChosenBefore(kind: ReferrerKind, value: unknown): string | null {
  const [before] = useState(value);
  const id = typeof before === 'string' && before !== '' ? before : null;
  const asked = useQuery(
    enquiryContract.referrers,
    { kind, q: '', ...(id ? { id } : {}) },
    { enabled: id !== null },
  );
  if (id === null || value !== before) return null;
  return asked.data ? (asked.data.rows[0]?.label ?? null) : 'Chosen before';
}

export function ReferrerField({ asked }: { asked: ReferrerAsked | null }) {
  const { values } = useFormModel();
  const student = useChosenBefore('STUDENT', values['referrerStudentId']);
  const staff = useChosenBefore('STAFF', values['referrerStaffId']);
  return (
    <>
      {(asked === 'STUDENT' || asked === 'EITHER') && (
        <Field
          name="referrerStudentId"
          label="Sent by the family of"
          kind="reference"
          search={searchOf.STUDENT}
          chosenLabel={student}
          placeholder="Name of their child here"
          optional={asked === 'EITHER'}
        />
      )}
      {(asked === 'STAFF' || asked === 'EITHER') && (
        <Field
          name="referrerStaffId"
          label={asked === 'EITHER' ? 'Or by a colleague' : 'Sent by'}
          kind="reference"
          search={searchOf.STAFF}
          chosenLabel={staff}
          placeholder="Name of the colleague"
          optional={asked === 'EITHER'}
        />
      )}
    </>
  );
}
