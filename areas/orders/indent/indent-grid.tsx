// Children in rows, what they wear in columns: sizes stand there as suggested, are typed over or pasted from a sheet.
import { Anchor, Checkbox, Table, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { ALL } from './indent-paths.ts';
import { sizeFor, stylesFor, type Wearer, years } from './uniform-fit.ts';
import { LEAST_CM, MOST_CM, type StyleChoice } from './uniform-indent.contract.ts';

export interface GridChild extends Wearer {
  readonly key: string;
  readonly child: string;
  /** Below the name. */
  readonly second: string;
  /** What the child lacks before anything can be asked for it. */
  readonly missing?: string | null;
  readonly indentNo: string | null;
  readonly indentId: string | null;
}

/** What was typed over a suggestion, by `<child> <style>`, and heights by `<child> height`. */
export type Typed = Readonly<Record<string, string>>;
export const HEIGHT = 'height';
export const cellKey = (child: GridChild, column: string): string => `${child.key} ${column}`;

export function heightOf(child: GridChild, typed: Typed): number | null {
  const text = typed[cellKey(child, HEIGHT)];
  if (text === undefined) return child.heightCm;
  return /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : null;
}
const heightFault = (child: GridChild, typed: Typed): boolean => {
  const text = (typed[cellKey(child, HEIGHT)] ?? '').trim();
  const height = heightOf(child, typed);
  return (text !== '' && height === null) || (height !== null && (height < LEAST_CM || height > MOST_CM));
};

/** The size in a cell: typed, else suggested; of an optional style only when it is typed. */
export function sizeText(child: GridChild, style: StyleChoice, typed: Typed): string {
  const text = typed[cellKey(child, style.styleId)];
  if (text !== undefined) return text.trim();
  if (style.optional) return '';
  return sizeFor(style, { ...child, heightCm: heightOf(child, typed) })?.sizeCode ?? '';
}

export const linesOf = (child: GridChild, styles: readonly StyleChoice[], typed: Typed) =>
  stylesFor(styles, child).flatMap((style) => {
    const size = sizeText(child, style, typed);
    return size === '' ? [] : [{ styleId: style.styleId, size, qty: style.qty }];
  });

/** What stands in the way of sending a row, before the server says it. */
export const rowFault = (child: GridChild, typed: Typed): string | null =>
  child.missing
    ? child.missing
    : heightFault(child, typed)
      ? `The height is ${LEAST_CM} to ${MOST_CM} cm`
      : null;

interface GridProps {
  rows: readonly GridChild[];
  styles: readonly StyleChoice[];
  second: boolean;
  typed: Typed;
  onTyped: (cells: Typed) => void;
  ticked: ReadonlySet<string>;
  onTick: (child: GridChild, on: boolean) => void;
  /** Why rows were refused, by child. */
  faults: Readonly<Record<string, string>>;
}

export function IndentGrid({
  rows: children,
  styles,
  second,
  typed,
  onTyped,
  ticked,
  onTick,
  faults,
}: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  // A style that several classes wear is one column.
  const columns = [...new Map(styles.map((style) => [style.styleId, style])).values()];
  const names = [HEIGHT, ...columns.map(({ styleId }) => styleId)];
  const worn = (child: GridChild, styleId: string) =>
    stylesFor(styles, child).find((style) => style.styleId === styleId);
  const keys = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    table.current?.querySelector<HTMLInputElement>(`[data-at="${row + step}:${column}"]`)?.focus();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => {
    const text = event.clipboardData.getData('text').replace(/\r/g, '').replace(/\n+$/, '');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    const cells: Record<string, string> = {};
    for (const [r, line] of text.split('\n').entries())
      for (const [c, value] of line.split('\t').entries()) {
        const child = children[row + r];
        const name = names[column + c];
        if (child && name && (name === HEIGHT || worn(child, name)))
          cells[cellKey(child, name)] = value.trim();
      }
    onTyped(cells);
  };
  const cell = (
    child: GridChild,
    row: number,
    column: number,
    of: { label: string; value: string; fault: boolean },
  ) => (
    <TextInput
      size="xs"
      w={72}
      data-at={`${row}:${column}`}
      aria-label={`${of.label} of ${child.child}`}
      error={of.fault}
      value={of.value}
      maxLength={8}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onTyped({ [cellKey(child, names[column] ?? HEIGHT)]: event.currentTarget.value })}
      onKeyDown={(event) => keys(event, row, column)}
      onPaste={(event) => paste(event, row, column)}
    />
  );
  return (
    <Table.ScrollContainer minWidth={320 + columns.length * 120}>
      <Table ref={table} aria-label="Uniforms" horizontalSpacing="md" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={48} aria-label="Send" />
            <Table.Th>Child</Table.Th>
            <Table.Th>Height, cm</Table.Th>
            {columns.map((style) => (
              <Table.Th key={style.styleId}>
                {style.style}
                <Text component="div" size="xs" c="dimmed" fw={400}>
                  {`× ${style.qty}${style.optional ? ', optional' : ''}`}
                </Text>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {children.map((child, row) => {
            const fault = faults[child.key] ?? rowFault(child, typed);
            return (
              <Table.Tr key={child.key}>
                <Table.Td>
                  <Checkbox
                    aria-label={
                      child.indentNo === null ? `Send for ${child.child}` : `Second set for ${child.child}`
                    }
                    disabled={Boolean(child.missing) || (child.indentNo !== null && !second)}
                    checked={ticked.has(child.key) && !child.missing}
                    onChange={(event) => onTick(child, event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td>
                  {child.child}
                  <Text component="div" size="sm" c="dimmed">
                    {[child.second, child.ageMonths === null ? null : years(child.ageMonths)]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  {child.indentNo !== null ? (
                    <Text component="div" size="sm">
                      <Anchor component={Link} to={`${ALL}?uniform-indent=${child.indentId}`}>
                        {child.indentNo}
                      </Anchor>
                      {ticked.has(child.key) ? ' · second set' : ''}
                    </Text>
                  ) : null}
                  {fault ? (
                    <Text component="div" size="sm" c="var(--a-danger-text)" role="alert">
                      {fault}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>
                  {cell(child, row, 0, {
                    label: 'Height',
                    value:
                      typed[cellKey(child, HEIGHT)] ??
                      (child.heightCm === null ? '' : String(child.heightCm)),
                    fault: heightFault(child, typed),
                  })}
                </Table.Td>
                {columns.map(({ styleId }, i) => {
                  const style = worn(child, styleId);
                  if (!style) return <Table.Td key={styleId}>–</Table.Td>;
                  const value = typed[cellKey(child, styleId)] ?? sizeText(child, style, typed);
                  const size = style.sizes.find(
                    ({ sizeCode }) => sizeCode.toUpperCase() === value.trim().toUpperCase(),
                  );
                  return (
                    <Table.Td key={styleId}>
                      {cell(child, row, i + 1, {
                        label: style.style,
                        value,
                        fault: value.trim() !== '' && !size,
                      })}
                      {size && size.free < style.qty ? (
                        <Text component="div" size="xs" c="var(--a-danger-text)">
                          {size.free === 0 ? 'not in stock' : `${size.free} in stock`}
                        </Text>
                      ) : null}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
