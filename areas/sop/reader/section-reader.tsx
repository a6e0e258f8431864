import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ticketContract } from '../../tickets/ticket/ticket.contract.ts';
import { BlockView } from '../version/block-view.tsx';
import { readerContract as contract } from './reader.contract.ts';

type View = OutputOf<typeof contract.section>;

/** A section to read: its text, what changed, its history; at the end the acknowledgement. */
export function SectionReader({ id, next }: { id: string; next: string | null }) {
  const query = useQuery(contract.section, { id }, { fresh: 0 });
  return <QueryState query={query}>{(view) => <Reading view={view} next={next} />}</QueryState>;
}

function Reading({ view, next }: { view: View; next: string | null }) {
  const end = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<string | null>('read');
  const reading = useReading(view, end);
  const mayAsk = useSession().holds(ticketContract.create.module, true);
  const changed = new Set(view.changed ?? []);
  return (
    <Section
      title={view.title}
      help={`${view.code} · version ${view.version}`}
      actions={
        <Group gap="xs">
          {view.state === 'EXEMPT' ? null : (
            <StatusTag area="sop-person" state={view.overdue ? 'OVERDUE' : view.state} />
          )}
          {view.can.edit ? (
            <Button size="compact-sm" variant="default" component={Link} to={`/sop/edit-section/${view.id}`}>
              Edit
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <Facts
          min={140}
          items={[
            { label: 'In force from', value: <DateText day={view.effectiveFrom} /> },
            { label: 'Owner', value: view.owner },
            { label: 'Read by', value: <DateText day={view.dueOn} />, hidden: view.dueOn === null },
            { label: 'Reading time', value: view.minutes === 1 ? '1 minute' : `${view.minutes} minutes` },
          ]}
        />
        {view.future ? (
          <Alert color="info" variant="light">
            This version takes effect later. You may acknowledge it already.
          </Alert>
        ) : null}
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List className="no-print">
            <Tabs.Tab value="read">Read</Tabs.Tab>
            {view.changed ? <Tabs.Tab value="changed">What changed</Tabs.Tab> : null}
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="read" pt="md">
            <Stack gap="md">
              {view.body.map((shown) => (
                <BlockView
                  key={shown.block.id}
                  shown={shown}
                  mark={changed.has(shown.block.id) ? 'CHANGED' : undefined}
                />
              ))}
              <div ref={end} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="changed" pt="md">
            <Changed view={view} />
          </Tabs.Panel>
          <Tabs.Panel value="history" pt="md">
            <History view={view} />
          </Tabs.Panel>
        </Tabs>
        <Group gap="md" className="no-print">
          <Acknowledge view={view} reading={reading} />
          {view.can.people ? (
            <Anchor component={Link} to={`/sop/sop-home?sectionId=${view.id}`}>
              People
            </Anchor>
          ) : null}
          {mayAsk ? (
            <Anchor component={Link} to={`/ticketing-bees/create-bees-ticket?entity=SOP_SECTION:${view.id}`}>
              Ask by ticket
            </Anchor>
          ) : null}
          {next ? (
            <Anchor component={Link} to={next}>
              Next section
            </Anchor>
          ) : null}
        </Group>
      </Stack>
    </Section>
  );
}

function Changed({ view }: { view: View }) {
  const ids = new Set(view.changed ?? []);
  return (
    <Stack gap="md">
      {view.changeNote ? <Text fw={600}>{view.changeNote}</Text> : null}
      {view.body
        .filter(({ block }) => ids.has(block.id))
        .map((shown) => (
          <BlockView key={shown.block.id} shown={shown} mark="CHANGED" />
        ))}
      {view.removed.map((shown) => (
        <BlockView key={shown.block.id} shown={shown} mark="REMOVED" />
      ))}
      {ids.size + view.removed.length === 0 ? <Text c="dimmed">The text is the same.</Text> : null}
    </Stack>
  );
}

function History({ view }: { view: View }) {
  type Row = View['history'][number];
  return (
    <ShortTable
      label="Versions"
      rows={view.history}
      keyOf={(row) => row.version}
      minWidth={480}
      columns={[
        textColumn('version', 'Version', (row: Row) => row.version),
        dayColumn('effectiveFrom', 'In force from', (row: Row) => row.effectiveFrom),
        textColumn('note', 'What changed', (row: Row) => row.note),
        textColumn('approver', 'Approved by', (row: Row) => row.approver),
      ]}
    />
  );
}

interface ReadingState {
  readS: number;
  endReached: boolean;
}

const BEAT_S = 20;

/** Tells the server every twenty seconds that it is being read, and at once when the end comes into view. */
function useReading(view: View, end: RefObject<HTMLDivElement | null>): ReadingState {
  const [state, setState] = useState<ReadingState>({ readS: view.readS, endReached: view.endReached });
  const beat = useCommand(contract.beat, { onDone: setState, onError: () => undefined });
  const run = useRef(beat.run);
  run.current = beat.run;
  const seen = useRef(view.endReached);
  const needed = view.can.acknowledge;
  useEffect(() => {
    if (!needed) return;
    let last = Date.now();
    const tell = (endReached: boolean) => {
      const seconds = Math.min(60, Math.round((Date.now() - last) / 1000));
      last = Date.now();
      void run.current({ versionId: view.versionId, seconds, endReached });
    };
    tell(false);
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') tell(seen.current);
      else last = Date.now();
    }, BEAT_S * 1000);
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || seen.current) return;
      seen.current = true;
      tell(true);
    });
    if (end.current) watch.observe(end.current);
    return () => {
      window.clearInterval(timer);
      watch.disconnect();
    };
  }, [needed, view.versionId, end]);
  return state;
}

/** Says what is missing until it may be pressed. */
function Acknowledge({ view, reading }: { view: View; reading: ReadingState }) {
  const left = useCountdown(Math.max(0, view.leastS - reading.readS));
  const beat = useCommand(contract.beat, { onError: () => undefined });
  const acknowledge = useCommand(contract.acknowledge, {
    refresh: ['sop', 'sop-compliance', 'home'],
    onDone: () => notice.ok(`${view.title} is acknowledged.`),
    onError: (error) => notice.error(error),
  });
  if (!view.can.acknowledge)
    return view.state === 'CURRENT' ? <Text c="dimmed">You have acknowledged this version.</Text> : null;
  const ready = reading.endReached && left === 0;
  const missing = reading.endReached
    ? `Acknowledge in ${left} s`
    : `Read to the end to acknowledge${left > 0 ? ` · ${left} s` : ''}`;
  const send = async () => {
    // The seconds since the last beat count too.
    await beat.run({ versionId: view.versionId, seconds: 60, endReached: true });
    await acknowledge.run({ versionId: view.versionId });
  };
  return (
    <Button disabled={!ready} loading={acknowledge.running} onClick={() => void send()}>
      {ready ? 'Acknowledge' : missing}
    </Button>
  );
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => setLeft(seconds), [seconds]);
  useEffect(() => {
    if (left <= 0) return;
    const timer = window.setTimeout(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => window.clearTimeout(timer);
  }, [left]);
  return left;
}
