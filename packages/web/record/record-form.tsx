import { nounOf } from '@aangan/contract/noun.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from '../api/use-query.ts';
import { Field } from '../form/field.tsx';
import { Form } from '../form/form.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { useForm } from '../form/use-form.ts';
import { useText } from '../text/text.tsx';
import { notice } from '../ui/notices.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Section } from '../ui/section.tsx';
import { FormSkeleton } from '../ui/skeletons.tsx';
import { nameOf, type Row } from './record-columns.tsx';

export interface RecordFormProps {
  record: AnyRecord;
  /** The row to change; default: the path's parameter. Null adds. */
  id?: string | number | null;
  /** Other fields than all of them in order. */
  children?: ReactNode;
  start?: Readonly<Record<string, unknown>>;
  title?: string;
  /** What saving does, in the bar. */
  will?: string;
  onDone?: (row: Row) => void;
}

/** A path's id as the record's key; null on add screens. */
export function useRecordId(record: AnyRecord): string | number | null {
  const first = Object.values(useParams()).find((value) => value !== undefined);
  if (first === undefined) return null;
  return record.key === 'integer' ? Number(first) : first;
}

/** The add and edit screen of a record. */
export function RecordForm(props: RecordFormProps) {
  const fromPath = useRecordId(props.record);
  const id = props.id === undefined ? fromPath : props.id;
  return id === null ? <FormScreen {...props} row={null} /> : <EditScreen {...props} id={id} />;
}

function EditScreen(props: RecordFormProps & { id: string | number }) {
  const { record, id } = props;
  const row = useQuery(record.endpoints.get, { id }, { fresh: 0 });
  return (
    <QueryState
      query={row}
      skeleton={
        <PageFrame title={record.title}>
          <FormSkeleton />
        </PageFrame>
      }
    >
      {(data) => (
        <FormScreen
          key={(data as Row).version}
          {...props}
          row={data as Row}
          reload={() => void row.refetch()}
        />
      )}
    </QueryState>
  );
}

function FormScreen({
  record,
  row,
  children,
  start,
  title,
  will,
  onDone,
  reload,
}: RecordFormProps & { row: Row | null; reload?: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const noun = nounOf(record.title);
  const listPath = record.screens.list as string | undefined;
  const form = useForm(record, {
    row,
    draft: `${record.name}:${row?.id ?? 'new'}`,
    disabled: row !== null && row.can.update === false,
    ...(start ? { start: { ...start } } : {}),
    ...(reload ? { reload } : {}),
    onDone: (saved) => {
      notice.ok(t('form.saved'));
      if (onDone) onDone(saved);
      else void (listPath ? navigate(listPath) : navigate(-1));
    },
  });
  const crumbs = listPath ? { crumbs: [{ label: record.plural, to: listPath }] } : {};
  return (
    <PageFrame
      title={title ?? (row ? nameOf(record, row) : `${t('action.add')} ${noun}`)}
      {...crumbs}
      {...(record.scope === 'network' ? {} : { context: 'centre' as const })}
    >
      <Form form={form}>
        {children ?? (
          <Section>
            <div style={{ display: 'grid', gap: 16 }}>
              {Object.keys(record.fields).map((name, i) => (
                <Field key={name} name={name} autoFocus={i === 0 && row === null} />
              ))}
            </div>
          </Section>
        )}
        <SaveBar
          will={will ?? (row ? t('form.willSave') : t('form.willAdd', { noun }))}
          label={row ? t('action.save') : `${t('action.add')} ${noun}`}
          {...(listPath ? { onCancel: () => void navigate(listPath) } : {})}
        />
      </Form>
    </PageFrame>
  );
}
