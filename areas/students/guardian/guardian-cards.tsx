import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { relationLabels, type Student } from '../student/student-look.tsx';
import { guardianContract } from './guardian.contract.ts';
import { parentInviteContract } from './parent-invite.contract.ts';

type Guardian = Student['guardians'][number];
type Step = 'save' | 'setRights' | 'restrict' | 'lift' | 'end';
interface Asked {
  step: Step;
  guardian: Guardian | null;
}

const percent = (bp: number): string =>
  `${(bp / 100).toLocaleString('en-IN', { maximumFractionDigits: 2 })} %`;
const portals = { FULL: 'Everything', LIMITED: 'The day, not the money', NONE: 'Nothing' } as const;

/** Everybody who answers for the child, each with what they see, are told, may do and pay. */
export function GuardianCards({ student }: { student: Student }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sharing, setSharing] = useState(false);
  const may = student.can['update'] ?? false;
  return (
    <Section
      title="Guardians"
      help={[student.familyName, student.address, student.pincode].filter(Boolean).join(' · ')}
      actions={
        may ? (
          <Group gap="xs">
            <Button variant="default" size="compact-md" onClick={() => setSharing(true)}>
              Set shares
            </Button>
            <Button size="compact-md" onClick={() => setAsked({ step: 'save', guardian: null })}>
              Add guardian
            </Button>
          </Group>
        ) : null
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {student.guardians.map((guardian) => (
          <Card key={guardian.id} student={student} guardian={guardian} may={may} ask={setAsked} />
        ))}
      </SimpleGrid>
      {asked ? <StepDialog student={student} asked={asked} onClose={() => setAsked(null)} /> : null}
      {sharing ? <SharesDialog student={student} onClose={() => setSharing(false)} /> : null}
    </Section>
  );
}

interface CardProps {
  student: Student;
  guardian: Guardian;
  may: boolean;
  ask: (asked: Asked) => void;
}

function Card({ student, guardian, may, ask }: CardProps) {
  // By court order: the server says who may (STUDENT_COURT_PAPERS).
  const court = student.can['restrict'] ?? false;
  const step = (name: Step) => () => ask({ step: name, guardian });
  const free = may && !guardian.restricted;
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="xs">
          <Text fw={600}>{guardian.name}</Text>
          <Text c="dimmed" size="sm">
            {relationLabels[guardian.relation]}
          </Text>
          {guardian.isPrimary ? <Tag tone="info">First contact</Tag> : null}
          {guardian.restricted ? <Tag tone="danger">Restricted by court order</Tag> : null}
        </Group>
        <ActionMenu
          label={`More about ${guardian.name}`}
          actions={[
            { label: 'Edit', run: step('save'), hidden: !may },
            { label: 'Set rights', run: step('setRights'), hidden: !free },
            { label: 'Restrict', run: step('restrict'), hidden: !free || !court, danger: true },
            { label: 'Lift restriction', run: step('lift'), hidden: !may || free || !court },
            { label: 'End', run: step('end'), hidden: !may || guardian.isPrimary, danger: true },
          ]}
        />
      </Group>
      <Facts
        min={220}
        items={[
          { label: 'Mobile', value: guardian.mobile ? <PhoneText phone={guardian.mobile} /> : null },
          { label: 'E-mail', value: guardian.email ? <EmailText email={guardian.email} /> : null },
          { label: 'Sees in the app', value: portals[guardian.portal] },
          { label: 'Gets messages', value: guardian.getsMessages ? 'Yes' : 'No' },
          { label: 'May pick up', value: guardian.mayPickUp ? 'Yes' : 'No' },
          { label: 'Pays', value: percent(guardian.shareBp) },
          { label: 'Occupation', value: guardian.occupation, hidden: guardian.occupation === null },
        ]}
      />
      <SignIn student={student} guardian={guardian} />
    </Stack>
  );
}

/** Whether a guardian signs in; who does not is invited from here. */
function SignIn({ student, guardian }: { student: Student; guardian: Guardian }) {
  const invite = useCommand(parentInviteContract.invite, {
    refresh: ['student'],
    onDone: ({ state }) =>
      notice.ok(
        state === 'ACTIVE'
          ? `${guardian.name} signs in already and now sees ${student.name} too.`
          : `The invitation to ${guardian.name} is on its way. It ends after 7 days.`,
      ),
    onError: (error) => notice.error(error),
  });
  if (guardian.signIn === 'ACTIVE') return <Tag tone="success">Signs in</Tag>;
  const invited = guardian.signIn === 'INVITED';
  const may = student.can['update'] && !guardian.restricted && guardian.portal !== 'NONE';
  return (
    <Group gap="xs">
      {invited ? <Tag tone="info">Invited</Tag> : null}
      {may ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={invite.running}
          onClick={() => void invite.run({ studentId: student.id, guardianId: guardian.id })}
        >
          {invited ? 'Invite again' : 'Invite parent'}
        </Button>
      ) : null}
    </Group>
  );
}

function StepDialog({ student, asked, onClose }: { student: Student; asked: Asked; onClose: () => void }) {
  const { step, guardian } = asked;
  const shared = { refresh: ['student'], onClose };
  if (guardian === null || step === 'save')
    return (
      <CommandDialog
        {...shared}
        of={guardianContract.save}
        title={guardian ? `Edit ${guardian.name}` : 'Add a guardian'}
        confirm={guardian ? 'Save' : 'Add guardian'}
        start={
          guardian
            ? {
                studentId: student.id,
                guardianId: guardian.id,
                name: guardian.name,
                relation: guardian.relation as 'MOTHER',
                mobile: guardian.mobile,
                email: guardian.email,
                occupation: guardian.occupation,
              }
            : { studentId: student.id }
        }
        done="The guardian is saved."
      />
    );
  const start = { studentId: student.id, guardianId: guardian.id };
  switch (step) {
    case 'setRights':
      return (
        <CommandDialog
          {...shared}
          of={guardianContract.setRights}
          title={`What ${guardian.name} sees and may do`}
          confirm="Save rights"
          start={{
            ...start,
            portal: guardian.portal,
            getsMessages: guardian.getsMessages,
            mayPickUp: guardian.mayPickUp,
            livesWith: guardian.livesWith,
            isPrimary: guardian.isPrimary,
          }}
          done="The rights are saved."
        />
      );
    case 'restrict':
      return (
        <CommandDialog
          {...shared}
          of={guardianContract.restrict}
          title={`Restrict ${guardian.name}?`}
          text="From this moment on: no app, no messages, no pick-up. The part of the fees stays as it is."
          confirm="Restrict"
          danger
          start={start}
          done={`${guardian.name} is restricted.`}
        />
      );
    case 'lift':
      return (
        <CommandDialog
          {...shared}
          of={guardianContract.lift}
          title={`Lift the restriction of ${guardian.name}?`}
          text="Rights stay closed until you set them."
          confirm="Lift restriction"
          start={start}
          done="The restriction is lifted. Set the rights next."
        />
      );
    case 'end':
      return (
        <CommandDialog
          {...shared}
          of={guardianContract.end}
          title={`End ${guardian.name} as guardian?`}
          text={`${guardian.name} sees nothing of ${student.name} any more and gets no messages.`}
          confirm="End"
          danger
          start={start}
          done={`${guardian.name} is no guardian of ${student.name} any more.`}
        />
      );
  }
}

/** The parts of the fees, in per cent with two decimals; they must make 100. */
function SharesDialog({ student, onClose }: { student: Student; onClose: () => void }) {
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries(student.guardians.map((one) => [one.id, one.shareBp])),
  );
  const total = Object.values(shares).reduce((sum, bp) => sum + bp, 0);
  const save = useCommand(guardianContract.setShares, {
    refresh: ['student'],
    onDone: () => {
      notice.ok('The shares are saved.');
      onClose();
    },
    onError: (error) => notice.error(error),
  });
  const send = () =>
    save.run({
      studentId: student.id,
      shares: Object.entries(shares).map(([guardianId, bp]) => ({ guardianId, bp })),
    });
  return (
    <Modal opened onClose={onClose} title="Who pays which part" centered>
      <Stack gap="md">
        {student.guardians.map((one) => (
          <NumberInput
            key={one.id}
            label={one.name}
            suffix=" %"
            min={0}
            max={100}
            decimalScale={2}
            value={(shares[one.id] ?? 0) / 100}
            onChange={(value) => setShares({ ...shares, [one.id]: Math.round(Number(value) * 100) })}
          />
        ))}
        <Text size="sm" c={total === 10_000 ? 'dimmed' : 'var(--a-danger-text)'} className="figures">
          Together {percent(total)}
          {total === 10_000 ? '' : '; the parts must make 100 %'}
        </Text>
        <DialogFoot onCancel={onClose} running={save.running}>
          <Button disabled={total !== 10_000} loading={save.running} onClick={() => void send()}>
            Save shares
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
