import type { Field } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from '../api/use-query.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { part } from '../part.ts';
import { pathWithId } from '../screens.ts';
import { useText } from '../text/text.tsx';
import type { Action } from '../ui/action.tsx';
import { icon, smallIcon } from '../ui/icon.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '../ui/section.tsx';
import { TextSkeleton } from '../ui/skeletons.tsx';
import { type Cells, nameOf, type Row } from './record-columns.tsx';
import { useRecordId } from './record-form.tsx';
import { useRemove } from './use-remove.tsx';

const HistoryPanel = part(() => import('./history-panel.tsx'), 'HistoryPanel');

export interface RecordViewProps {
  record: AnyRecord;
  /** Default: the path's parameter. */
  id?: string | number;
  cells?: Cells;
  /** Under the fields. */
  children?: (row: Row) => ReactNode;
  /** The rail at the right: timeline, linked things. */
  aside?: (row: Row) => ReactNode;
  menu?: (row: Row) => readonly Action[];
}

/** The view screen of a record: its fields, what may be done, and room for more. */
export function RecordView(props: RecordViewProps) {
  const { record } = props;
  const fromPath = useRecordId(record);
  const id = props.id ?? fromPath;
  const row = useQuery(record.endpoints.get, { id }, { enabled: id !== null });
  return (
    <QueryState
      query={row}
      skeleton={
        <PageFrame title={record.title}>
          <TextSkeleton lines={8} />
        </PageFrame>
      }
    >
      {(data) => <ViewScreen {...props} row={data as Row} />}
    </QueryState>
  );
}

function ViewScreen({ record, row, cells = {}, children, aside, menu }: RecordViewProps & { row: Row }) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useRemove(record);
  const { list, edit } = record.screens;
  const fields = Object.entries(record.fields as Record<string, Field>);
  const actions: Action[] = [
    ...(menu?.(row) ?? []),
    {
      label: t('action.remove'),
      icon: <IconTrash {...smallIcon} />,
      danger: true,
      hidden: !row.can.remove || !record.endpoints.remove,
      run: async () => {
        if ((await remove(row)) && list) void navigate(list);
      },
    },
  ];
  const primary: Action | undefined =
    edit && row.can.update
      ? { label: t('action.change'), to: pathWithId(edit, row.id), icon: <IconPencil {...icon} /> }
      : undefined;
  const main = (
    <>
      <Section>
        <Facts
          items={fields.map(([name, field]) => ({
            label: field.label,
            value: cells[name]?.(row) ?? (
              <FieldValue field={field} name={name} row={row} record={record.name} />
            ),
          }))}
        />
      </Section>
      {children?.(row)}
    </>
  );
  return (
    <PageFrame
      title={nameOf(record, row)}
      primary={primary}
      menu={actions}
      {...(list ? { crumbs: [{ label: record.plural, to: list }] } : {})}
      {...(record.scope === 'network' ? {} : { context: 'centre' as const })}
    >
      <TwoColumns
        main={main}
        rail={
          <>
            {aside?.(row)}
            <Suspense>
              <HistoryPanel kind={record.name} id={row.id} />
            </Suspense>
          </>
        }
      />
    </PageFrame>
  );
}
