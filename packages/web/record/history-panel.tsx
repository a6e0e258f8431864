import { type HistoryEntry, recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '../api/use-query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Section } from '../ui/section.tsx';
import { TextSkeleton } from '../ui/skeletons.tsx';
import { TimelineList } from '../ui/timeline-list.tsx';

export interface HistoryPanelProps {
  /** Name of the record, or of a subject an area has registered (`role`). */
  kind: string;
  id: string | number;
  title?: string;
}

/** Who changed this entry, when and what: stands on every record's view. */
export function HistoryPanel({ title = 'History', ...of }: HistoryPanelProps) {
  return (
    <Section title={title}>
      <History {...of} />
    </Section>
  );
}

/** The same in a drawer, for lists whose records have no view of their own. */
export function HistoryDrawer({ title, onClose, ...of }: HistoryPanelProps & { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} size="md" title={title ?? 'History'} padding="md">
      <History {...of} />
    </Drawer>
  );
}

function History({ kind, id }: { kind: string; id: string | number }) {
  const query = useQuery(recordHistoryContract.list, { kind, id: String(id) }, { fresh: 0 });
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <TextSkeleton lines={4} />;
  const { rows, more } = query.data;
  if (rows.length === 0)
    return (
      <EmptyState
        title="Nothing has been changed"
        help="Changes of this entry will stand here, with who made them."
      />
    );
  return (
    <Stack gap="sm">
      <TimelineList
        items={rows.map((row) => ({ at: row.at, who: row.who, what: row.what, note: <Changes row={row} /> }))}
      />
      {more ? (
        <Text size="sm" c="dimmed">
          Older changes stand in the change log.
        </Text>
      ) : null}
    </Stack>
  );
}

function Changes({ row }: { row: HistoryEntry }) {
  if (row.changes.length === 0) return null;
  return (
    <>
      {row.changes.map((change) => (
        <span key={change.label} style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {`${change.label}: `}
          {change.from === null ? null : (
            <>
              <s>{change.from}</s>{' '}
            </>
          )}
          {change.to ?? 'nothing'}
        </span>
      ))}
    </>
  );
}
