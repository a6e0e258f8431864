import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import type { FormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { WebsiteForm } from '../embed/website-form.tsx';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { CodePreview } from './code-preview.tsx';
import { CodeTable } from './code-table.tsx';
import { type CodeRow, enquiryQrContract, placements } from './enquiry-qr.contract.ts';

const keyOf = (row: CodeRow): string => row.id ?? `standard ${row.franchiseeId}`;

/** A code for the gate, a flyer or a fair: it opens the centre's enquiry form and credits its source. */
export function GenerateQrcode() {
  const codes = useQuery(enquiryQrContract.list, {}, { every: 60_000 });
  const [chosen, setChosen] = useState<string | null>(null);
  const { holds, franchisee } = useSession();
  const mayWrite = holds('enquiryQRCode', true);
  const form = useNewCode((id) => setChosen(id));
  return (
    <PageFrame title="Generate QR code" context="centre">
      <QueryState query={codes}>
        {({ rows, origin, more }) => {
          const row = rows.find((one) => keyOf(one) === chosen) ?? (form.dirty ? undefined : rows[0]);
          const label = String(form.values['label'] ?? '') || 'New code';
          return (
            <Stack gap="lg">
              {franchisee ? (
                <TwoColumns
                  main={
                    <Stack gap="lg">
                      {mayWrite ? (
                        <NewCode form={form} />
                      ) : (
                        <Section>
                          <Text>You may show, print and test the codes below.</Text>
                        </Section>
                      )}
                      <WebsiteForm />
                    </Stack>
                  }
                  rail={
                    <CodePreview
                      centreName={franchisee.companyName}
                      label={row?.label ?? label}
                      address={`${origin}${row?.path ?? rows[0]?.path ?? ''}`}
                      code={row}
                    />
                  }
                />
              ) : (
                row && (
                  <TwoColumns
                    main={
                      <Section title="All centres">
                        <Text>Choose a centre in the top bar to make a code for it.</Text>
                      </Section>
                    }
                    rail={
                      <CodePreview
                        centreName={row.centreName}
                        label={row.label}
                        address={`${origin}${row.path}`}
                        code={row}
                      />
                    }
                  />
                )
              )}
              {rows.length === 0 ? (
                <EmptyState
                  title="No code yet."
                  help="Choose a centre in the top bar to make the first one."
                />
              ) : (
                <CodeTable
                  rows={rows}
                  chosen={row ? keyOf(row) : ''}
                  keyOf={keyOf}
                  onChoose={(one) => {
                    setChosen(keyOf(one));
                    window.scrollTo({ top: 0, behavior: 'smooth' });
                  }}
                  mayWrite={mayWrite}
                  several={franchisee === null}
                />
              )}
              {more && (
                <Text fz="sm" className="quiet">
                  The newest 200 codes are shown. Choose a centre to see all of its own.
                </Text>
              )}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

const useNewCode = (onMade: (id: string) => void): FormModel => {
  const form = useForm(enquiryQrContract.create, {
    start: { placement: 'GATE', language: 'en' },
    refresh: ['enquiry-qr', 'enquiry.choices'],
    onDone: (out) => {
      notice.ok('Code made.');
      onMade(out.id);
      form.reset();
    },
  });
  return form;
};

function NewCode({ form }: { form: FormModel }) {
  const { data } = useEnquiryChoices();
  return (
    <Form form={form} wide>
      <Section title="New code">
        <Stack gap="md">
          <Field
            name="label"
            label="Label"
            kind="text"
            max={80}
            help="For your own list; it also stands on the paper in small print: 'Gate, summer 2026'"
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Field
              name="placement"
              label="Placement"
              kind="choice"
              options={Object.entries(placements).map(([value, label]) => ({ value, label }))}
            />
            <Field
              name="sourceId"
              label="Source"
              kind="choice"
              options={(data?.sources ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Field name="campaign" label="Campaign" kind="text" optional max={80} />
            <Field
              name="language"
              label="Language of the form"
              kind="choice"
              options={[
                { value: 'en', label: 'English' },
                { value: 'hi', label: 'हिन्दी' },
              ]}
            />
            <Field name="expiresOn" label="Valid until" kind="date" optional />
          </SimpleGrid>
        </Stack>
      </Section>
      <SaveBar label="Make code" onCancel={() => form.reset()} />
    </Form>
  );
}
