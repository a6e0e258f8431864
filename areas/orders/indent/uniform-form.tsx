import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Alert, Anchor, Button, Checkbox, Group, NumberInput, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ALL, BULK } from './indent-paths.ts';
import { sizeFor, stylesFor, years } from './uniform-fit.ts';
import {
  uniformIndentContract as contract,
  type IndentChild,
  LEAST_CM,
  MOST_CM,
  type StyleChoice,
} from './uniform-indent.contract.ts';

/** /indent/uniform-indent?child=…: the uniform of one child, each style in the size that fits for a year. */
export function UniformForm() {
  const { franchisee, academicYear } = useSession();
  return (
    <PageFrame
      title="Uniform indent"
      context="centre-year"
      crumbs={[{ label: 'Uniform indents', to: ALL }]}
      menu={[{ label: 'Indents of a class', to: BULK }]}
    >
      {franchisee === null ? (
        <EmptyState
          title="Select Franchisee"
          help="Uniforms are asked for by one centre. Choose it in the top bar."
        />
      ) : academicYear === null ? (
        <EmptyState title="Please Select Acadamic Year" help="Uniforms are of one academic year." />
      ) : (
        <Child key={`${franchisee.id} ${academicYear.id}`} />
      )}
    </PageFrame>
  );
}

function Child() {
  const query = useQuery(contract.children, { classId: null }, { fresh: 0 });
  const [id, setId] = useParam('child');
  const [of, setOf] = useState<string | null>(null);
  return (
    <QueryState query={query}>
      {({ children, styles }) => {
        const child = children.find((one) => one.enrolmentId === id);
        const shown = children.filter((one) => of === null || String(one.classId) === of || one === child);
        return (
          <Stack gap="md">
            <Group gap="md" align="end">
              <Select
                label="Class"
                placeholder="All"
                clearable
                data={[...new Map(children.map((one) => [String(one.classId), one.className]))].map(
                  ([value, label]) => ({ value, label }),
                )}
                value={of}
                onChange={setOf}
              />
              <Select
                label="Child"
                placeholder="Name or admission no."
                searchable
                clearable
                w={{ base: '100%', xs: 360 }}
                limit={50}
                nothingFoundMessage="No child of this name is enrolled"
                data={shown.map((one) => ({
                  value: one.enrolmentId,
                  label: `${one.child}, ${one.admissionNo}`,
                }))}
                value={child?.enrolmentId ?? null}
                onChange={setId}
              />
            </Group>
            {child ? (
              <Indent
                key={child.enrolmentId}
                child={child}
                styles={stylesFor(styles, child)}
                onDone={() => setId(null)}
              />
            ) : (
              <EmptyState
                title="Choose a child"
                help="Its class says what it wears, its height in which size."
              />
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

interface Chosen {
  size: string | null;
  qty: number;
}

function Indent({
  child,
  styles,
  onDone,
}: {
  child: IndentChild;
  styles: readonly StyleChoice[];
  onDone: () => void;
}) {
  const [height, setHeight] = useState<number | null>(child.heightCm);
  const [another, setAnother] = useState(false);
  const [remark, setRemark] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, Partial<Chosen>>>>({});
  const submit = useCommand(contract.submit, {
    refresh: ['uniform-indent', 'order-gap'],
    onDone: ({ number }) => {
      notice.ok(`Indent ${number} of ${child.child} is sent.`);
      onDone();
    },
  });
  const suggested = (style: StyleChoice) =>
    sizeFor(style, { heightCm: height, ageMonths: child.ageMonths })?.sizeCode ?? null;
  const of = (style: StyleChoice): Chosen => ({
    size: style.optional ? null : suggested(style),
    qty: style.qty,
    ...chosen[style.styleId],
  });
  const set = (style: StyleChoice, change: Partial<Chosen>) =>
    setChosen((now) => ({ ...now, [style.styleId]: { ...now[style.styleId], ...change } }));
  const lines = styles.flatMap((style) => {
    const { size, qty } = of(style);
    return size !== null && qty > 0 ? [{ styleId: style.styleId, size, qty }] : [];
  });
  const outside = height !== null && (height < LEAST_CM || height > MOST_CM);
  return (
    <Section title={child.child}>
      <Stack gap="md">
        <Facts
          min={140}
          items={[
            { label: 'Class', value: [child.className, child.section].filter(Boolean).join(', ') },
            { label: 'Age this year', value: years(child.ageMonths) },
            {
              label: 'Last measured',
              value:
                child.heightCm !== null && child.measuredOn !== null
                  ? `${child.heightCm} cm on ${formatDay(child.measuredOn)}`
                  : 'Not yet',
            },
          ]}
        />
        {child.indentNo !== null ? (
          <Alert color="warning">
            {`${child.child} already has indent `}
            <Anchor component={Link} to={`${ALL}?uniform-indent=${child.indentId}`}>
              {child.indentNo}
            </Anchor>
            .
            <Checkbox
              mt="xs"
              label={`Second set for ${child.child}`}
              checked={another}
              onChange={(event) => setAnother(event.currentTarget.checked)}
            />
          </Alert>
        ) : null}
        <NumberInput
          label="Height in cm"
          description="Sizes are chosen by it, with a year to grow; without it by age."
          w={{ base: '100%', xs: 240 }}
          allowDecimal={false}
          min={LEAST_CM}
          max={MOST_CM}
          clampBehavior="none"
          value={height ?? ''}
          error={outside ? `${LEAST_CM} to ${MOST_CM} cm` : submit.error?.fields?.['heightCm']}
          onChange={(value) => setHeight(typeof value === 'number' ? value : null)}
        />
        {styles.length === 0 ? (
          <Alert color="warning">{`Head office has no uniform set for ${child.className} yet.`}</Alert>
        ) : (
          <ShortTable
            label="Uniform"
            rows={styles}
            keyOf={(style) => style.styleId}
            columns={[
              textColumn('style', 'Style', (style: StyleChoice) => style.style, {
                second: (style: StyleChoice) => (style.optional ? 'Optional' : ''),
              }),
              {
                id: 'size',
                label: 'Size',
                width: 220,
                cell: (style) => (
                  <Select
                    aria-label={`Size of ${style.style}`}
                    clearable
                    placeholder="None"
                    data={style.sizes.map(({ sizeCode, free }) => ({
                      value: sizeCode,
                      label: `${sizeCode} · ${free > 0 ? `${formatCount(free)} free` : 'none in stock'}`,
                    }))}
                    value={of(style).size}
                    onChange={(size) => set(style, { size })}
                  />
                ),
                second: (style) => {
                  const size = suggested(style);
                  return size === null ? '' : `${size} is suggested`;
                },
              },
              {
                id: 'qty',
                label: 'Pieces',
                width: 110,
                cell: (style) => (
                  <NumberInput
                    aria-label={`Pieces of ${style.style}`}
                    allowDecimal={false}
                    min={1}
                    max={12}
                    value={of(style).qty}
                    disabled={of(style).size === null}
                    onChange={(value) => typeof value === 'number' && set(style, { qty: value })}
                  />
                ),
              },
            ]}
          />
        )}
        <Textarea
          label="Remark"
          maxLength={300}
          autosize
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        {submit.error ? (
          <Alert color="danger" role="alert">
            {submit.error.message}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button
            loading={submit.running}
            disabled={lines.length === 0 || outside || (child.indentNo !== null && !another)}
            onClick={() =>
              void submit.run({
                enrolmentId: child.enrolmentId,
                heightCm: height,
                another,
                lines,
                remark: remark.trim() || null,
              })
            }
          >
            Send indent
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
