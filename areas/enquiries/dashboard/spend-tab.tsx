// Enquiry settings, tab Spend: what each source cost in a month.
import type { RowOf } from '@aangan/contract/record.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { columnsOf, type Row } from '@aangan/web/record/record-columns.tsx';
import { useRemove } from '@aangan/web/record/use-remove.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DataTable } from '@aangan/web/table/data-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { enquirySpend } from './enquiry-spend.record.ts';

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const columns = columnsOf(enquirySpend, {
  month: (row) => MONTH.format(new Date(`${String(row['month'])}T00:00:00Z`)),
}).map((column) => (column.id === 'month' ? { ...column, width: 160 } : column));

export function SpendTab() {
  const list = useList(enquirySpend);
  const { holds, franchisee } = useSession();
  const mayAdd = holds(enquirySpend.module, true) && franchisee !== null;
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const remove = useRemove(enquirySpend);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="start">
        <Text className="quiet" maw={640}>
          What a centre paid for each source in a month. With it the dashboard knows what an admission costs.
          {franchisee === null && ' Choose a centre to add one.'}
        </Text>
        {mayAdd && <Button onClick={() => setEdited('new')}>Add spend</Button>}
      </Group>
      <DataTable<Row>
        name="enquiry-spend"
        label="Spends"
        list={list}
        columns={columns}
        searchable={false}
        exportWith={enquirySpend.endpoints.export}
        actions={(row) => [
          {
            label: 'Change',
            run: () => setEdited(row),
            edit: true,
            frequent: true,
            hidden: !row.can['update'],
          },
          { label: 'Remove', danger: true, run: () => void remove(row), hidden: !row.can['remove'] },
        ]}
        empty={{
          title: 'No spend yet',
          help: 'Enter what an advertisement, a fair or a portal cost in a month.',
        }}
      />
      {edited && <SpendDialog row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Stack>
  );
}

function SpendDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const form = useForm(enquirySpend, {
    row: row as RowOf<typeof enquirySpend.fields> | null, // a row of this record's own list
    refresh: ['enquiry.dashboard'],
    onDone: () => {
      notice.ok('Spend saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row ? 'Change spend' : 'Add spend'}>
      <Form form={form}>
        <Stack gap="md">
          <Field name="month" />
          <Field name="sourceId" />
          <Field name="amount" />
          <Field name="note" />
        </Stack>
        <SaveBar label="Save spend" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
