import type { ApiError } from '@aangan/web/api/api-error.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type GridChild, heightOf, IndentGrid, linesOf, rowFault, type Typed } from './indent-grid.tsx';
import type { StyleChoice } from './uniform-indent.contract.ts';

const MOST = 200;

export interface SentRow {
  key: string;
  heightCm: number | null;
  another: boolean;
  lines: { styleId: string; size: string; qty: number }[];
}
export interface SentResult {
  number: string | null;
  text: string | null;
}

export interface IndentDeskProps {
  rows: readonly GridChild[];
  styles: readonly StyleChoice[];
  /** Who has an indent may be ticked for another set. */
  second: boolean;
  running: boolean;
  error: ApiError | null;
  /** What came of each row, in their order; null when nothing was sent. */
  onSend: (rows: readonly SentRow[]) => Promise<readonly SentResult[] | null>;
  empty: ReactNode;
}

/** Sizes of many children at once: rows that are refused stay with their reason, the others go. */
export function IndentDesk({ rows, styles, second, running, error, onSend, empty }: IndentDeskProps) {
  const [typed, setTyped] = useState<Typed>({});
  /** Ticked other than by itself: a child without an indent is, one with an indent is not. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const isTicked = (one: GridChild) =>
    one.indentNo === null ? !turned.has(one.key) : second && turned.has(one.key);
  const toSend = rows
    .filter((one) => isTicked(one) && linesOf(one, styles, typed).length > 0 && rowFault(one, typed) === null)
    .slice(0, MOST);
  const tick = (one: GridChild, on: boolean) =>
    setTurned((now) => {
      const next = new Set(now);
      if ((one.indentNo === null) === on) next.delete(one.key);
      else next.add(one.key);
      return next;
    });
  const send = async () => {
    const results = await onSend(
      toSend.map((one) => ({
        key: one.key,
        heightCm: heightOf(one, typed),
        another: one.indentNo !== null,
        lines: linesOf(one, styles, typed),
      })),
    );
    if (results === null) return;
    const told = toSend.map(({ key }, at) => ({ key, ...results[at] }));
    const bad = told.filter(({ number }) => !number);
    const good = told.filter(({ number }) => number);
    setFaults(Object.fromEntries(bad.map(({ key, text }) => [key, text ?? ''])));
    setTurned((now) => new Set([...now].filter((key) => !good.some((one) => one.key === key))));
    const sent = `${formatCount(good.length)} ${good.length === 1 ? 'indent is' : 'indents are'} sent.`;
    if (bad.length === 0) notice.ok(sent);
    else
      notice.warn(
        `${sent} ${formatCount(bad.length)} ${bad.length === 1 ? 'row needs' : 'rows need'} attention.`,
      );
  };
  if (rows.length === 0) return empty;
  return (
    <>
      <Text size="sm" className="quiet">
        Sizes are suggested by height with a year to grow, else by age. Arrows and Enter move; paste a block
        from a spreadsheet into any field. An empty field leaves the style out.
      </Text>
      <IndentGrid
        rows={rows}
        styles={styles}
        second={second}
        typed={typed}
        onTyped={(cells) => setTyped((now) => ({ ...now, ...cells }))}
        ticked={new Set(rows.filter(isTicked).map(({ key }) => key))}
        onTick={tick}
        faults={faults}
      />
      {error ? (
        <Alert color="danger" role="alert">
          {error.message}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button loading={running} disabled={toSend.length === 0} onClick={() => void send()}>
          {toSend.length === 1 ? 'Send one indent' : `Send ${formatCount(toSend.length)} indents`}
        </Button>
      </Group>
    </>
  );
}
