import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Student } from './student-look.tsx';
import { studentPrivateContract } from './student-private.contract.ts';

type Page = OutputOf<typeof studentPrivateContract.open>;

/** Health and register numbers stay closed until somebody opens them; the look is written to the access log. */
export function ProfilePrivate({ student }: { student: Student }) {
  const [page, setPage] = useState<Page | null>(null);
  const [editing, setEditing] = useState(false);
  const open = useCommand(studentPrivateContract.open, { onDone: setPage, onError: notice.error });
  const look = () => void open.run({ id: student.id });
  if (page === null)
    return (
      <Section
        title="Health and register numbers"
        help="Allergies, illnesses, Aadhaar (last 4 digits), PEN and APAAR id. Opening them is logged with your name."
      >
        <Button variant="default" loading={open.running} onClick={look}>
          Open private page
        </Button>
      </Section>
    );
  return (
    <Section
      title="Health and register numbers"
      actions={
        <Button size="compact-md" onClick={() => setEditing(true)}>
          Edit private page
        </Button>
      }
    >
      <Facts
        min={200}
        items={[
          {
            label: 'Allergies',
            value: page.allergies ?? (page.hasAllergies === false ? 'None' : 'Not asked yet'),
          },
          { label: 'Regular medicine', value: page.medicines },
          { label: 'Illnesses', value: page.conditions },
          { label: 'Special needs', value: page.specialNeeds },
          { label: 'Aadhaar, last 4 digits', value: page.aadhaarLast4 },
          { label: 'PEN', value: page.pen },
          {
            label: 'APAAR id',
            value: page.apaar ?? (page.apaarAllowed ? null : 'Needs the signed consent form'),
          },
        ]}
      />
      {editing ? (
        <CommandDialog
          of={studentPrivateContract.save}
          title={`Health and register numbers of ${student.name}`}
          confirm="Save"
          refresh={['student']}
          done="The private page is saved."
          start={{
            id: page.id,
            ...(page.hasAllergies === null
              ? {}
              : { hasAllergies: page.hasAllergies ? ('YES' as const) : ('NO' as const) }),
            allergies: page.allergies,
            medicines: page.medicines,
            conditions: page.conditions,
            specialNeeds: page.specialNeeds,
            aadhaarLast4: page.aadhaarLast4,
            pen: page.pen,
            apaar: page.apaar,
          }}
          onClose={() => {
            setEditing(false);
            look();
          }}
        />
      ) : null}
    </Section>
  );
}
