import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Modal, NativeSelect, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { optionsOf, optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import { leadChannelContract, leadMappingContract, type MappingRow } from './lead-channel.contract.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';
import { outcomeText } from './lead-look.tsx';
import type { QuestionMap } from './lead-paper.ts';
import { type AnswerTarget, answerTargets } from './lead-words.ts';

export interface MapStart {
  channelId: string;
  channelName: string;
  /** Null: every form of the channel. */
  form: string | null;
  mapping?: MappingRow;
}

/** Whose a form is, which source it credits, and what its questions mean. */
export function MapDialog({ start, onClose }: { start: MapStart; onClose: () => void }) {
  const choices = useQuery(leadMappingContract.choices, {
    channelId: start.channelId,
    ...(start.form ? { form: start.form } : {}),
  });
  const [saved, setSaved] = useState<{ waiting: number } | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={start.form ? `Map form ${start.form} of ${start.channelName}` : `Map ${start.channelName}`}
    >
      {saved ? (
        <ReplayWaiting start={start} waiting={saved.waiting} onClose={onClose} />
      ) : (
        <QueryState query={choices}>
          {(data) => (
            <MapForm
              start={start}
              choices={data}
              onClose={onClose}
              onSaved={(waiting) => {
                notice.ok('The form is mapped.');
                if (waiting > 0) setSaved({ waiting });
                else onClose();
              }}
            />
          )}
        </QueryState>
      )}
    </Modal>
  );
}

interface Choices {
  sources: readonly { id: string; name: string; channel: string }[];
  classes: readonly { id: number; name: string }[];
  questions: readonly { id: string; name: string | null }[];
}

interface MapFormProps {
  start: MapStart;
  choices: Choices;
  onClose: () => void;
  onSaved: (waiting: number) => void;
}

function MapForm({ start, choices, onClose, onSaved }: MapFormProps) {
  const { mapping } = start;
  const [targets, setTargets] = useState<Readonly<Record<string, AnswerTarget>>>(() =>
    Object.fromEntries((mapping?.questionMap ?? []).map((one) => [one.column, one.target])),
  );
  const form = useForm(leadMappingContract.save, {
    start: {
      franchiseeId: mapping?.franchiseeId ?? null,
      sourceId: mapping?.sourceId ?? choices.sources.find((one) => one.channel === 'GOOGLE')?.id ?? null,
      campaign: mapping?.campaign ?? null,
      academicYear: mapping?.academicYear ?? null,
      classId: mapping?.classId == null ? null : String(mapping.classId),
    },
    toInput: ({ classId, ...values }) => ({
      ...values,
      channelId: start.channelId,
      form: start.form,
      campaignId: mapping?.campaignId ?? null,
      classId: classId ? Number(classId) : null,
      questionMap: Object.entries(targets).map(([column, target]) => ({ column, target })),
    }),
    onDone: (out) => onSaved(out.waiting),
  });
  const columns = [...new Set([...choices.questions.map((one) => one.id), ...Object.keys(targets)])];
  return (
    <Form form={form} wide>
      <Stack gap="md">
        <Field
          name="franchiseeId"
          label="Centre"
          kind="reference"
          to="franchisee"
          optional
          chosenLabel={mapping?.centreLabel ?? null}
          help="Empty: by the pincode of each lead"
        />
        <Field name="sourceId" label="Source" kind="choice" options={optionsOfRows(choices.sources)} />
        <Field
          name="campaign"
          label="Campaign"
          kind="text"
          optional
          max={80}
          help="As your reports call it"
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Field
            name="academicYear"
            label="Academic year"
            kind="choice"
            optional
            options={[
              { value: 'current', label: 'This year' },
              { value: 'next', label: 'Next year' },
            ]}
            help="Empty: next year from December on"
          />
          <Field
            name="classId"
            label="Class"
            kind="choice"
            optional
            options={optionsOfRows(choices.classes)}
          />
        </SimpleGrid>
        {columns.length > 0 && (
          <Questions
            columns={columns.map((id) => ({
              id,
              name: choices.questions.find((one) => one.id === id)?.name ?? null,
            }))}
            targets={targets}
            onChange={setTargets}
          />
        )}
      </Stack>
      <SaveBar label="Save mapping" onCancel={onClose} />
    </Form>
  );
}

interface QuestionsProps {
  columns: readonly { id: string; name: string | null }[];
  targets: Readonly<Record<string, AnswerTarget>>;
  onChange: (targets: Readonly<Record<string, AnswerTarget>>) => void;
}

const targetOptions = [{ value: '', label: 'As usual' }, ...optionsOf(answerTargets)];
const isTarget = (value: string): value is QuestionMap[number]['target'] => value in answerTargets;

/** The questions the form's leads had; what is not said here goes the usual way. */
function Questions({ columns, targets, onChange }: QuestionsProps) {
  return (
    <div>
      <Text fw={500}>Questions of this form</Text>
      <Text size="sm" className="quiet" mb="xs">
        Names, numbers and pincodes are known by themselves; anything unknown goes into the note.
      </Text>
      <Table verticalSpacing={4} layout="fixed">
        <Table.Tbody>
          {columns.map(({ id, name }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name ?? id}</Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={`What “${name ?? id}” fills`}
                  size="sm"
                  data={targetOptions}
                  value={targets[id] ?? ''}
                  onChange={(event) => {
                    const { [id]: _old, ...rest } = targets;
                    const value = event.currentTarget.value;
                    onChange(isTarget(value) ? { ...rest, [id]: value } : rest);
                  }}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ReplayWaiting({
  start,
  waiting,
  onClose,
}: {
  start: MapStart;
  waiting: number;
  onClose: () => void;
}) {
  const refresh = ['enquiry', leadChannelContract.list.name, 'lead-mapping'];
  const replay = useDialogStep(leadIntakeContract.replay, outcomeText, { onClose, refresh });
  return (
    <Stack gap="md">
      <Text>
        {waiting === 1 ? 'One lead of this form waits.' : `${waiting} leads of this form wait.`} Replayed,
        they keep the time they arrived.
      </Text>
      <DialogFoot error={replay.error} onCancel={onClose} cancel="Later">
        <Button
          loading={replay.running}
          onClick={() => void replay.run({ channelId: start.channelId, form: start.form })}
        >
          {waiting === 1 ? 'Replay the lead' : `Replay ${waiting} leads`}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
