import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from '../network.module.css';
import { contactContract } from './centre-papers.contract.ts';

type Contact = OutputOf<typeof contactContract.list>['rows'][number];

/** Whom to call about what, by the departments of the network. */
export function Contacts({ franchiseeId }: { franchiseeId: number }) {
  const query = useQuery(contactContract.list, { franchiseeId });
  const [open, setOpen] = useState<Contact | 'new' | null>(null);
  const remove = useCommand(contactContract.remove, {
    onDone: () => notice.ok('Removed.'),
    onError: (error) => notice.error(error),
  });
  const mayEdit = query.data?.can['update'] ?? false;
  return (
    <Section
      title="Contacts by department"
      actions={
        mayEdit ? (
          <Button size="xs" variant="default" onClick={() => setOpen('new')}>
            Add a contact
          </Button>
        ) : undefined
      }
    >
      <QueryState query={query}>
        {({ rows }) => (
          <Stack gap="md">
            {rows.length === 0 ? <Text c="dimmed">No contact yet.</Text> : null}
            {rows.map((row) => (
              <div key={row.id} className={classes.contact}>
                <div>
                  <Text fw={500}>
                    {row.name} {row.escalation ? <Tag tone="warning">escalation</Tag> : null}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {[row.department, row.designation].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <div className="figures">{row.mobile ? <PhoneText phone={row.mobile} /> : null}</div>
                <div className={classes.long}>{row.email ? <EmailText email={row.email} /> : null}</div>
                {mayEdit ? (
                  <Group gap={4} className="no-print" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() => setOpen(row)}
                      aria-label={`Edit ${row.name}`}
                    >
                      Edit
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="danger"
                      aria-label={`Remove ${row.name}`}
                      onClick={() => void remove.run({ franchiseeId, id: row.id })}
                    >
                      Remove
                    </Button>
                  </Group>
                ) : null}
              </div>
            ))}
          </Stack>
        )}
      </QueryState>
      {open ? (
        <EditContact
          franchiseeId={franchiseeId}
          row={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Section>
  );
}

function EditContact({
  franchiseeId,
  row,
  onClose,
}: {
  franchiseeId: number;
  row: Contact | null;
  onClose: () => void;
}) {
  const form = useForm(contactContract.save, {
    start: row
      ? {
          franchiseeId,
          id: row.id,
          departmentId: row.departmentId,
          name: row.name,
          designation: row.designation,
          mobile: row.mobile,
          email: row.email,
          escalation: row.escalation,
        }
      : { franchiseeId, escalation: false },
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={row ? row.name : 'New contact'}>
      <Form form={form}>
        <Stack>
          <Field
            name="departmentId"
            kind="reference"
            to="department"
            label="Department"
            chosenLabel={row?.department ?? null}
          />
          <Field name="name" kind="text" label="Name" max={80} />
          <Field name="designation" kind="text" label="Designation" optional max={60} />
          <Field name="mobile" kind="phone" label="Mobile" optional />
          <Field name="email" kind="email" label="E-mail" optional />
          <Field name="escalation" kind="boolean" label="For escalations" />
        </Stack>
        <SaveBar label="Save contact" onCancel={onClose} />
      </Form>
    </Modal>
  );
}
