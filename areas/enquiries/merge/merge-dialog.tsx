// Two enquiries side by side; entry by entry the person says which one holds.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, Button, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { genderLabels, temperatureLabels } from '../enquiry/enquiry-fields.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import { mergeContract } from './merge.contract.ts';
import classes from './merge.module.css';
import type { MergeField, Side } from './merge-fields.ts';

type Comparison = OutputOf<typeof mergeContract.compare>;
const words: Readonly<Record<string, string>> = {
  ...genderLabels,
  ...temperatureLabels,
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  GRANDPARENT: 'Grandparent',
};
const shown = (name: MergeField, value: string | null): string => {
  if (value === null) return '–';
  return name === 'childDob' ? formatDate(value) : (words[value] ?? value);
};

type Choices = Readonly<Partial<Record<MergeField, Side>>>;

interface MergeDialogProps {
  oneId: string;
  otherId: string;
  onClose: () => void;
}

export function MergeDialog({ oneId, otherId, onClose }: MergeDialogProps) {
  // Once they are joined there is no pair to compare, and what the command refreshes would ask for it again.
  const [decided, setDecided] = useState(false);
  const query = useQuery(mergeContract.compare, { oneId, otherId }, { fresh: 0, enabled: !decided });
  return (
    <Modal opened onClose={onClose} size="xl" title="Are they one child?">
      <QueryState query={query}>
        {(data) => (
          <Comparing
            key={`${data.a.version} ${data.b.version}`}
            data={data}
            onDecided={setDecided}
            onClose={onClose}
          />
        )}
      </QueryState>
    </Modal>
  );
}

interface ComparingProps {
  data: Comparison;
  /** The command is on its way, or was refused. */
  onDecided: (decided: boolean) => void;
  onClose: () => void;
}

function Comparing({ data, onDecided, onClose }: ComparingProps) {
  const [choices, setChoices] = useState<Choices>({});
  const merge = useCommand(mergeContract.merge, {
    refresh: ['follow-up'],
    onDone: (out) => {
      notice.ok(`Joined as ${out.enquiryCode}. It can be taken apart for 7 days.`);
      onClose();
    },
    onError: () => onDecided(false),
  });
  const different = useDialogStep(mergeContract.notDuplicate, 'Kept as two children.', { onClose });
  const { a, b, candidateId } = data;
  const run = () => {
    onDecided(true);
    void merge.run({
      survivorId: a.id,
      survivorVersion: a.version,
      mergedId: b.id,
      mergedVersion: b.version,
      choices,
    });
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        {`${a.enquiryCode} stays: ${data.why.charAt(0).toLowerCase()}${data.why.slice(1)}. Calls, messages and stages of both are shown under it; nothing is lost.`}
      </Text>
      <Table verticalSpacing={6} layout="fixed" className={classes.pair ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={130} />
            <SideHead side={a} label="Stays" />
            <SideHead side={b} label="Goes under it" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              chosen={choices[field.name] ?? field.proposed}
              onChoose={(side) => setChoices((old) => ({ ...old, [field.name]: side }))}
            />
          ))}
          <Table.Tr>
            <Table.Td className="quiet">History</Table.Td>
            <Table.Td>{historyText(a)}</Table.Td>
            <Table.Td>{historyText(b)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {data.refusal && (
        <Alert color="warning" variant="light" role="alert">
          {data.refusal}
        </Alert>
      )}
      <DialogFoot error={merge.error ?? different.error} onCancel={onClose}>
        {candidateId && (
          <Button
            variant="default"
            loading={different.running}
            onClick={() => void different.run({ id: candidateId })}
          >
            Two children
          </Button>
        )}
        <Button onClick={run} loading={merge.running} disabled={data.refusal !== null}>
          One child: join them
        </Button>
      </DialogFoot>
    </Stack>
  );
}

const historyText = ({ followUps, touches }: Comparison['a']): string =>
  `${followUps} ${followUps === 1 ? 'follow-up' : 'follow-ups'}, asked ${touches} ${touches === 1 ? 'time' : 'times'}`;

function SideHead({ side, label }: { side: Comparison['a']; label: string }) {
  return (
    <Table.Th>
      <Text size="xs" className="quiet">
        {label}
      </Text>
      <Text fw={600}>{side.childName}</Text>
      <Text size="xs" className="quiet">
        {side.enquiryCode} · <InstantText at={side.capturedAt} />
      </Text>
      <StatusTag area="enquiry" state={side.spancoStatus} label={stageLabel(side.stage)} />
    </Table.Th>
  );
}

interface FieldRowProps {
  field: Comparison['fields'][number];
  chosen: Side;
  onChoose: (side: Side) => void;
}

function FieldRow({ field, chosen, onChoose }: FieldRowProps) {
  if (field.same)
    return (
      <Table.Tr>
        <Table.Td className="quiet">{field.label}</Table.Td>
        <Table.Td colSpan={2}>{shown(field.name, field.a)}</Table.Td>
      </Table.Tr>
    );
  return (
    <Table.Tr>
      <Table.Td className="quiet">{field.label}</Table.Td>
      {(['A', 'B'] as const).map((side) => (
        <Table.Td key={side}>
          <Radio
            name={field.name}
            checked={chosen === side}
            onChange={() => onChoose(side)}
            label={shown(field.name, side === 'A' ? field.a : field.b)}
            aria-label={`${field.label}: ${shown(field.name, side === 'A' ? field.a : field.b)}`}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
