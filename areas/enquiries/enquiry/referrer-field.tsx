// Who sent the family, for sources that ask for it: found by name in this centre.
import { call } from '@aangan/web/api/call.ts';
import type { Option } from '@aangan/web/api/options.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useEffect, useRef } from 'react';
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

export function ReferrerField({ asked }: { asked: ReferrerAsked | null }) {
  const { restored, set } = useFormModel();
  // A draft keeps no names of other families: the referrer is chosen again.
  const looked = useRef(false);
  useEffect(() => {
    if (!restored || looked.current) return;
    looked.current = true;
    set('referrerStudentId', null);
    set('referrerStaffId', null);
  }, [restored, set]);
  return (
    <>
      {(asked === 'STUDENT' || asked === 'EITHER') && (
        <Field
          name="referrerStudentId"
          label="Sent by the family of"
          kind="reference"
          search={searchOf.STUDENT}
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
          placeholder="Name of the colleague"
          optional={asked === 'EITHER'}
        />
      )}
    </>
  );
}
