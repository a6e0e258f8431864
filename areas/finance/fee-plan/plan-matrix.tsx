import { formatAmount, parseInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { cls } from '@aangan/web/cls.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { cellOf, type OptionBody } from './plan-draft.ts';
import classes from './plan-matrix.module.css';
import type { PlanCell } from './plan-shape.ts';

export interface MatrixComponent {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
}

interface PlanMatrixProps {
  components: readonly MatrixComponent[];
  option: OptionBody;
  onChange?: ((option: OptionBody) => void) | undefined;
  /** The row that is pointed out (path /fee-installment/{componentID}/…). */
  focus?: string | undefined;
}

const UNDO_STEPS = 50;

/** Components by instalments. Arrows and Enter move, Ctrl+R fills to the right, a spreadsheet's cells may be pasted, Ctrl+Z takes back. */
export function PlanMatrix({ components, option, onChange, focus }: PlanMatrixProps) {
  const past = useRef<PlanCell[][]>([]);
  const table = useRef<HTMLTableElement>(null);
  const instalments = [...option.instalments].sort((a, b) => a.seq - b.seq);
  const seqs = instalments.map((one) => one.seq);
  const put = (changes: readonly PlanCell[]) => {
    past.current = [...past.current.slice(1 - UNDO_STEPS), option.cells.map((cell) => ({ ...cell }))];
    const changed = new Set(changes.map((cell) => `${cell.componentId}:${cell.seq}`));
    onChange?.({
      ...option,
      cells: [...option.cells.filter((cell) => !changed.has(`${cell.componentId}:${cell.seq}`)), ...changes],
    });
  };
  const undo = () => {
    const cells = past.current.pop();
    if (cells) onChange?.({ ...option, cells });
  };
  const rowSum = (id: string) => seqs.reduce((sum, seq) => sum + cellOf(option.cells, id, seq), 0);
  const move = (from: HTMLInputElement, row: number, column: number) => {
    const next = table.current?.querySelector<HTMLInputElement>(`[data-at="${row}:${column}"]`);
    // Leaving is what takes the typed amount over, so at the edge the cell is left too.
    if (next) next.focus();
    else from.blur();
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const id = components[row]?.id ?? '';
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0] };
    const step = steps[event.key];
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'r') {
      const amount = readAmount(event.currentTarget.value);
      if (amount !== null) put(seqs.slice(column).map((seq) => ({ componentId: id, seq, amount })));
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && past.current.length > 0)
      undo();
    else if (step) move(event.currentTarget, row + step[0], column + step[1]);
    else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const read = readPaste(
      text,
      components.slice(row).map((c) => c.id),
      seqs.slice(column),
    );
    if (typeof read === 'string') notice.warn(read);
    else put(read);
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.grid} ref={table}>
        <thead>
          <tr>
            <th scope="col">Component</th>
            {instalments.map((one) => (
              <th scope="col" key={one.seq}>
                {one.label}
                <br />
                <span className="quiet">{dueText(one)}</span>
              </th>
            ))}
            <th scope="col">Total</th>
            <th scope="col" aria-label="Rest" />
          </tr>
        </thead>
        <tbody>
          {components.map((component, row) => {
            const off = rowSum(component.id) - component.amount;
            return (
              <tr key={component.id} className={cls(focus === component.id && classes.focused)}>
                <td>{component.name}</td>
                {seqs.map((seq, column) => (
                  <td key={seq}>
                    <MatrixCell
                      at={`${row}:${column}`}
                      label={`${component.name}, ${instalments[column]?.label ?? ''}`}
                      amount={cellOf(option.cells, component.id, seq)}
                      disabled={!onChange}
                      onAmount={(amount) => put([{ componentId: component.id, seq, amount }])}
                      onKeyDown={(event) => keys(event, row, column)}
                      onPaste={(event) => paste(event, row, column)}
                    />
                  </td>
                ))}
                <td className={cls(off !== 0 && classes.off)}>
                  {formatRupees(rowSum(component.id))}
                  {off === 0 ? null : (
                    <Text
                      size="xs"
                      component="div"
                    >{`${formatRupees(Math.abs(off))} ${off < 0 ? 'short' : 'over'}`}</Text>
                  )}
                </td>
                <td>
                  {off !== 0 && onChange ? (
                    <Button
                      size="compact-xs"
                      variant="light"
                      onClick={() => put(lastTakesRest(option, component, seqs))}
                    >
                      Last takes the rest
                    </Button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>Total</td>
            {seqs.map((seq) => (
              <td key={seq}>
                {formatRupees(components.reduce((sum, c) => sum + cellOf(option.cells, c.id, seq), 0))}
              </td>
            ))}
            <td>{formatRupees(components.reduce((sum, c) => sum + rowSum(c.id), 0))}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {onChange ? (
        <Group mt="xs">
          <Text size="xs" c="dimmed">
            Arrows and Enter move · Ctrl+R fills right · paste from a spreadsheet · Ctrl+Z takes back
          </Text>
        </Group>
      ) : null}
    </div>
  );
}

interface MatrixCellProps {
  at: string;
  label: string;
  amount: number;
  disabled: boolean;
  onAmount: (amount: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** Typed text stands until the cell is left; what is no amount goes back to what was there. */
function MatrixCell({ at, label, amount, disabled, onAmount, onKeyDown, onPaste }: MatrixCellProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const read = typed === null ? null : readAmount(typed);
    if (read !== null && read !== amount) onAmount(read);
    setTyped(null);
  };
  return (
    <input
      className={classes.cell}
      data-at={at}
      aria-label={label}
      inputMode="decimal"
      disabled={disabled}
      value={typed ?? formatAmount(paise(amount))}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

function readAmount(text: string): number | null {
  try {
    const amount = parseInr(text.trim() === '' ? '0' : text);
    return amount >= 0 ? amount : null;
  } catch {
    return null;
  }
}

/** Cells of a pasted block, or the sentence that says why it does not fit. Nothing is taken over in part. */
function readPaste(text: string, ids: readonly string[], seqs: readonly number[]): PlanCell[] | string {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  if (lines.length > ids.length || lines.some((line) => line.length > seqs.length))
    return `The copied block has ${lines.length} rows and ${Math.max(...lines.map((line) => line.length))} columns; that does not fit here.`;
  const cells: PlanCell[] = [];
  for (const [row, line] of lines.entries()) {
    for (const [column, value] of line.entries()) {
      const amount = readAmount(value);
      if (amount === null) return `'${value.slice(0, 20)}' is no amount. Nothing was taken over.`;
      cells.push({ componentId: ids[row] ?? '', seq: seqs[column] ?? 0, amount });
    }
  }
  return cells;
}

function lastTakesRest(option: OptionBody, component: MatrixComponent, seqs: readonly number[]): PlanCell[] {
  const last = seqs.at(-1) ?? 1;
  const others = seqs.slice(0, -1).reduce((sum, seq) => sum + cellOf(option.cells, component.id, seq), 0);
  return [{ componentId: component.id, seq: last, amount: Math.max(0, component.amount - others) }];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dueText(one: OptionBody['instalments'][number]): string {
  if (one.dueRule === 'ON_ADMISSION') return 'on admission';
  if (one.dueRule === 'DAYS_AFTER') return `${one.days ?? 0} days after`;
  if (one.dueRule === 'FIXED') return (one.dueOn ?? '').split('-').reverse().join('-');
  const [month, day] = (one.monthDay ?? '04-01').split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''}`;
}
