// One line of contact: an outcome with one key each, a note, the next date (enquiries.md 3.5). Enter saves.

import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { queryKeyOf } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { languages } from '../enquiry/enquiry-fields.ts';
import { followUpContract, type Outcome, outcomeLabels, outcomes } from '../enquiry/follow-up.contract.ts';
import { languageOptions } from '../enquiry/language-names.ts';
import { useStep } from '../enquiry/use-step.web.ts';
import type { MovingEnquiry } from '../pipeline/next-steps.ts';
import { AskedFields, type AskedValues, inputOfAsked, useAsked } from './asked-fields.tsx';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { type Channel, isTimed, NextDateFields } from './next-date-fields.tsx';
import { type NextTime, nextTimes } from './next-times.ts';
import { OutcomeKeys } from './outcome-keys.tsx';
import { useWorkKeys } from './use-work-keys.web.ts';

/** What shows enquiries beside the one that was logged. */
const OTHER_READS = ['enquiry.list', 'enquiry.board', 'enquiry.dashboard', 'enquiry.enquiry-count'];

let lastSaid: string | null = null;

interface LogPanelProps {
  enquiry: MovingEnquiry & { enquiryCode: string; can: Record<string, boolean> };
  /** The call in progress; saving ends it. */
  callId?: string | undefined;
  /** The parent came to us: rang, or stands at the desk. */
  incoming?: boolean;
  /** The panel stands in a drawer. */
  inLayer?: boolean;
  /** Another family comes next: nothing of this one is waited for. */
  goesOn?: boolean;
  /** The first outcome is chosen: somebody is with this family now. */
  onBegin?: () => void;
  onLogged?: (outcome: Outcome) => void;
}

export function LogPanel({
  enquiry,
  callId,
  incoming = false,
  inLayer = false,
  goesOn = false,
  ...on
}: LogPanelProps) {
  const now = new Date(serverNow());
  const today = todayIst(now);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [channel, setChannel] = useState<Channel>('CALL');
  const [note, setNote] = useState('');
  const [when, setWhen] = useState<NextTime | null>(null);
  const [more, setMore] = useState<AskedValues>({});
  const asked = useAsked(enquiry, outcome, channel);
  const root = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const undo = useStep(followUpWorkContract.void, 'Taken back.', ['enquiry']);
  const log = useCommand(followUpContract.log, {
    // The next family neither waits for the lists, nor is what was read ahead of it read again.
    refresh: [...(goesOn ? OTHER_READS : ['enquiry']), 'enquiry-work', 'appointment'],
    behind: goesOn,
    onDone: (out, input) => {
      if (goesOn)
        void client.invalidateQueries({
          queryKey: queryKeyOf(enquiryContract.get, { enquiryCode: enquiry.enquiryCode }),
        });
      const next = out.nextFollowUpOn ? ` Next on ${formatDay(out.nextFollowUpOn)}.` : '';
      // One at a time: at ten families in a minute they would cover the page.
      if (lastSaid) notice.hide(lastSaid);
      lastSaid = notice.undo(
        out.speaker
          ? `Saved. ${out.speaker.said}`
          : out.closeProposed
            ? 'Saved. Tried often enough: closing is proposed.'
            : `Follow-up saved.${next}`,
        () => undo.run({ id: out.id }),
      );
      setOutcome(null);
      setNote('');
      setWhen(null);
      setMore({});
      on.onLogged?.(input.outcome);
    },
  });
  const times = outcome ? nextTimes(outcome, today, now) : [];
  const timed = isTimed(outcome);
  const choose = (chosen: Outcome) => {
    if (outcome === null) on.onBegin?.();
    log.reset();
    setOutcome(chosen);
    if ((chosen === 'WHATSAPP_SENT') !== (channel === 'WHATSAPP'))
      setChannel(chosen === 'WHATSAPP_SENT' ? 'WHATSAPP' : 'CALL');
    setWhen(nextTimes(chosen, today, now)[0] ?? null);
    if (chosen === 'COUNSELLED') focusNote(root.current);
  };
  const save = () => {
    if (!outcome || log.running) return;
    void log.run(
      {
        enquiryId: enquiry.id,
        outcome,
        channel,
        direction: incoming ? 'IN' : 'OUT',
        note: note || null,
        nextOn: timed ? null : (when?.on ?? null),
        nextAt: timed ? (when?.at ?? null) : null,
        ...(callId && channel === 'CALL' ? { callId } : {}),
        ...inputOfAsked(asked, more),
        ...(outcome === 'LANGUAGE' ? { language: languageOf(more) } : {}),
      },
      { ifMatch: enquiry.version },
    );
  };
  const step = (by: 1 | -1) => {
    if (times.length === 0) return;
    const place = times.findIndex((one) => one.label === when?.label);
    setWhen(times[(place + by + times.length) % times.length] ?? null);
  };
  useWorkKeys(
    {
      ...Object.fromEntries(outcomes.map((one) => [outcomeLabels[one].key, () => choose(one)])),
      f: () => focusNote(root.current),
      ArrowRight: outcome ? () => step(1) : undefined,
      ArrowLeft: outcome ? () => step(-1) : undefined,
      Enter: outcome ? save : undefined,
    },
    { enabled: enquiry.can['log'] === true, inLayer },
  );
  if (enquiry.can['log'] !== true)
    return (
      <Text className="quiet">Follow-ups of this enquiry are closed, or your role does not log them.</Text>
    );
  const errors = log.error?.fields ?? {};
  return (
    <Stack
      gap="sm"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        else if (event.key === 'Escape' && event.target instanceof HTMLTextAreaElement) {
          // Out of the note and back to the keys; the drawer around it stays.
          event.stopPropagation();
          event.target.blur();
        }
      }}
    >
      <OutcomeKeys chosen={outcome} onChoose={choose} />
      <FieldInput
        kind="longText"
        label="Note"
        optional={outcome !== 'COUNSELLED'}
        max={1000}
        value={note}
        onChange={(value) => setNote(String(value ?? ''))}
        error={errors['note']}
        {...(outcome === 'COUNSELLED' ? { help: 'At least 10 characters' } : {})}
      />
      {outcome === 'LANGUAGE' && (
        <FieldInput
          kind="choice"
          label="Language the family speaks"
          help="Somebody who speaks it has the family from now on"
          options={languageOptions}
          value={more['language'] ?? null}
          onChange={(value) => {
            log.reset();
            setMore({ ...more, language: value });
          }}
          error={errors['language']}
          autoFocus
        />
      )}
      <AskedFields asked={asked} values={more} onChange={setMore} errors={errors} />
      <NextDateFields
        outcome={outcome}
        times={times}
        when={when}
        onWhen={setWhen}
        channel={channel}
        onChannel={setChannel}
        errors={errors}
      />
      {log.error && (
        <Alert color="danger" variant="light" role="alert">
          {log.error.message}
        </Alert>
      )}
      <Group gap="sm">
        <Button onClick={save} loading={log.running} disabled={!outcome}>
          Save follow-up
        </Button>
        {outcome && (
          <Text fz="sm" className="key-hint quiet">
            <Kbd size="xs">Enter</Kbd> saves, in a field <Kbd size="xs">Ctrl+Enter</Kbd>
          </Text>
        )}
      </Group>
    </Stack>
  );
}

const languageOf = (values: AskedValues) => languages.find((one) => one === values['language']) ?? null;

function focusNote(root: HTMLElement | null): void {
  root?.querySelector('textarea')?.focus();
}
