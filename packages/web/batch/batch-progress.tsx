import type { Batch, BatchRow } from '@aangan/contract/batch.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshCached, useCommand } from '../api/use-command.ts';
import { useQuery } from '../api/use-query.ts';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { BatchBar, BatchOutcome, isOpen } from './batch-look.tsx';
import { batchWords } from './batch-words.ts';

const POLL_MS = 1000;

interface BatchProgressProps {
  of: Batch;
  /** Batches that were begun together, one a centre. */
  ids: readonly string[];
  /** Closing leaves it running. */
  onClose: () => void;
  /** Nouns or names of queries that show what was done. */
  refresh?: readonly string[];
  /** What stands there when it ended, instead of 'Finished.' */
  done?: string;
}

/** A batch on its way, in a dialog: how far, what became of the rows, stop, and again what failed. */
export function BatchProgress({ of, ids, onClose, refresh = [], done }: BatchProgressProps) {
  const t = useText(batchWords);
  const kit = useText();
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const query = useQuery(
    of.endpoints.list,
    { ids: [...ids] },
    { every: over ? false : POLL_MS, background: true, fresh: 0 },
  );
  const rows = query.data?.rows;
  const ended = rows !== undefined && !rows.some(isOpen);
  if (ended !== over) setOver(ended);
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (over) void refreshCached(client, latest.current);
  }, [over, client]);
  const onError = (error: unknown) => notice.error(error);
  const stop = useCommand(of.endpoints.cancel, { onError });
  const again = useCommand(of.endpoints.again, { onError });
  const each = (command: typeof stop, may: string) => async () => {
    for (const row of rows ?? []) if (row.can[may]) await command.run({ id: row.id });
  };
  const may = (what: string) => rows?.some((row) => row.can[what]) === true;
  return (
    <QueryState query={query}>
      {(data) => {
        const sum = sumOf(data.rows);
        const isStopped = data.rows.some((row) => row.state === 'CANCELLED');
        return (
          <Stack gap="md">
            <Text aria-live="polite">
              {!ended
                ? t('batch.running', { label: data.rows[0]?.label ?? '' })
                : isStopped
                  ? t('batch.cancelled')
                  : (done ?? t('batch.done'))}
            </Text>
            {!ended && <BatchBar batch={sum} />}
            <BatchOutcome of={of} batch={sum} />
            <Group justify="flex-end">
              {may('cancel') && (
                <Button
                  variant="subtle"
                  color="gray"
                  loading={stop.running}
                  onClick={() => void each(stop, 'cancel')()}
                >
                  {t('batch.stop')}
                </Button>
              )}
              {may('again') && (
                <Button variant="default" loading={again.running} onClick={() => void each(again, 'again')()}>
                  {isStopped ? t('batch.goOn') : t('batch.again')}
                </Button>
              )}
              <Button variant="default" onClick={onClose}>
                {kit('action.close')}
              </Button>
            </Group>
          </Stack>
        );
      }}
    </QueryState>
  );
}

const sumOf = (rows: readonly BatchRow[]) => {
  const sum = (key: 'done' | 'total' | 'ok' | 'skipped' | 'failed') =>
    rows.reduce((n, row) => n + row[key], 0);
  return {
    state: rows[0]?.state ?? ('QUEUED' as const),
    done: sum('done'),
    total: sum('total'),
    ok: sum('ok'),
    skipped: sum('skipped'),
    failed: sum('failed'),
  };
};
