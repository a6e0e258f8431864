// One act over the chosen enquiries; who could not be done is told by code.

import { useCommand } from '@aangan/web/api/use-command.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { MOST_AT_ONCE, pipelineContract } from './pipeline.contract.ts';

interface ManyProps {
  ids: readonly string[];
  onClose: () => void;
}

interface Outcome {
  changed: number;
  skipped: readonly { enquiryCode: string; why: string }[];
}

const countOf = (n: number): string => (n === 1 ? 'One enquiry' : `${n} enquiries`);

function Result({ outcome, done, onClose }: { outcome: Outcome; done: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text>{`${countOf(outcome.changed)} ${done}. Left as they were:`}</Text>
      <List size="sm">
        {outcome.skipped.map((one) => (
          <List.Item key={one.enquiryCode}>{`${one.enquiryCode}: ${one.why}`}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

/** Tells at once when all went, else keeps who was left out. */
function useOutcome(done: string, onClose: () => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return {
    outcome,
    take: (out: Outcome) => {
      if (out.skipped.length > 0) {
        setOutcome(out);
        return;
      }
      notice.ok(`${countOf(out.changed)} ${done}.`);
      onClose();
    },
  };
}

export function PlanMany({ ids, onClose }: ManyProps) {
  const [on, setOn] = useState<string | null>(null);
  const { outcome, take } = useOutcome('planned', onClose);
  const plan = useCommand(pipelineContract.planMany, { refresh: ['follow-up'], onDone: take });
  return (
    <Modal opened onClose={onClose} title={`Next follow-up of ${countOf(ids.length).toLowerCase()}`}>
      {outcome ? (
        <Result outcome={outcome} done="planned" onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FieldInput
            kind="date"
            label="Next follow-up"
            value={on}
            onChange={(value) => setOn(typeof value === 'string' ? value : null)}
            error={plan.error?.fields['nextFollowUpOn']}
          />
          <DialogFoot error={problemOf(plan.error, ids.length)} fieldsTell onCancel={onClose}>
            <Button
              disabled={on === null || ids.length > MOST_AT_ONCE}
              loading={plan.running}
              onClick={() => on && void plan.run({ ids: [...ids], nextFollowUpOn: on })}
            >
              Set the date
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Modal>
  );
}

export function CloseMany({ ids, onClose }: ManyProps) {
  const { lostReasons = [] } = useEnquiryChoices().data ?? {};
  const [reasonId, setReasonId] = useState<string | null>(null);
  const [competitor, setCompetitor] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { outcome, take } = useOutcome('closed', onClose);
  const close = useCommand(pipelineContract.closeMany, { refresh: ['follow-up'], onDone: take });
  const errors = close.error?.fields ?? {};
  const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
  const run = () => reasonId && void close.run({ ids: [...ids], lostReasonId: reasonId, competitor, note });
  return (
    <Modal opened onClose={onClose} title={`Close ${countOf(ids.length).toLowerCase()}`}>
      {outcome ? (
        <Result outcome={outcome} done="closed" onClose={onClose} />
      ) : (
        <Stack gap="md">
          <FieldInput
            kind="choice"
            label="Reason"
            options={optionsOfRows(lostReasons)}
            value={reasonId}
            onChange={(value) => setReasonId(text(value))}
            error={errors['lostReasonId']}
          />
          {lostReasons.find((one) => one.id === reasonId)?.needsCompetitor && (
            <FieldInput
              kind="text"
              label="Which school"
              max={60}
              value={competitor}
              onChange={(value) => setCompetitor(text(value))}
              error={errors['competitor']}
            />
          )}
          <FieldInput
            kind="longText"
            label="Note"
            optional
            max={1000}
            value={note}
            onChange={(value) => setNote(text(value))}
          />
          <DialogFoot error={problemOf(close.error, ids.length)} fieldsTell onCancel={onClose}>
            <Button
              color="danger"
              disabled={reasonId === null || ids.length > MOST_AT_ONCE}
              loading={close.running}
              onClick={run}
            >
              {`Close ${countOf(ids.length).toLowerCase()}`}
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Modal>
  );
}

const problemOf = (error: { message: string } | null, n: number) =>
  n > MOST_AT_ONCE ? `At most ${MOST_AT_ONCE} at once.` : error;
