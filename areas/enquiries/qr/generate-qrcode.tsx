import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PrintButton, PrintFrame } from '@aangan/web/ui/print-frame.tsx';
import { QrImage } from '@aangan/web/ui/qr-image.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { WebsiteForm } from '../embed/website-form.tsx';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { enquiryQrContract, placements } from './enquiry-qr.contract.ts';

/** A code for the gate, a flyer or a fair: it opens the centre's enquiry form and credits its source. */
export function GenerateQrcode() {
  const codes = useQuery(enquiryQrContract.list, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const { holds } = useSession();
  const write = holds('enquiryQRCode', true);
  return (
    <PageFrame title="Generate QR code" context="centre">
      <QueryState query={codes}>
        {(data) => {
          const row = data.rows.find((one) => one.id === chosen);
          const address = `${window.location.origin}${row?.path ?? data.standardPath}`;
          return (
            <Stack gap="lg">
              <TwoColumns
                main={
                  <Stack gap="lg" className="no-print">
                    {write ? (
                      <NewCode onMade={setChosen} />
                    ) : (
                      <Section>
                        <Text>You may show and print the codes below.</Text>
                      </Section>
                    )}
                    <WebsiteForm />
                  </Stack>
                }
                rail={
                  <PrintFrame title={data.centreName}>
                    <Stack align="center" gap="md">
                      <Title order={2} ta="center">
                        Admissions open · प्रवेश शुरू
                      </Title>
                      <QrImage value={address} size={280} label={`Enquiry form of ${data.centreName}`} />
                      <Text ta="center">
                        Scan to ask about {data.centreName}
                        {row ? ` · ${row.label}` : ''}
                      </Text>
                      <div className="no-print">
                        <CopyText text={address} label="Copy the address">
                          {address}
                        </CopyText>
                      </div>
                      <PrintButton />
                    </Stack>
                  </PrintFrame>
                }
              />
              <div className="no-print">
                <Section title="Codes" flush>
                  <Table.ScrollContainer minWidth={640}>
                    <Table horizontalSpacing="md">
                      <Table.Thead>
                        <Table.Tr>
                          <Table.Th>Label</Table.Th>
                          <Table.Th>Placement</Table.Th>
                          <Table.Th>Source</Table.Th>
                          <Table.Th ta="end">Enquiries</Table.Th>
                          <Table.Th ta="end">Admitted</Table.Th>
                          <Table.Th>State</Table.Th>
                          <Table.Th />
                        </Table.Tr>
                      </Table.Thead>
                      <Table.Tbody>
                        <Table.Tr>
                          <Table.Td>Standard</Table.Td>
                          <Table.Td>–</Table.Td>
                          <Table.Td>QR code</Table.Td>
                          <Table.Td ta="end">–</Table.Td>
                          <Table.Td ta="end">–</Table.Td>
                          <Table.Td>
                            <Tag tone="success">Active</Tag>
                          </Table.Td>
                          <Table.Td>
                            <Button size="compact-sm" variant="default" onClick={() => setChosen(null)}>
                              Show
                            </Button>
                          </Table.Td>
                        </Table.Tr>
                        {data.rows.map((one) => (
                          <Table.Tr key={one.id}>
                            <Table.Td>{one.label}</Table.Td>
                            <Table.Td>{placements[one.placement]}</Table.Td>
                            <Table.Td>{[one.sourceName, one.campaign].filter(Boolean).join(' · ')}</Table.Td>
                            <Table.Td ta="end">{formatCount(one.enquiries)}</Table.Td>
                            <Table.Td ta="end">{formatCount(one.admitted)}</Table.Td>
                            <Table.Td>
                              <Tag tone={one.active ? 'success' : 'neutral'}>
                                {one.active ? 'Active' : 'Paused'}
                              </Tag>
                            </Table.Td>
                            <Table.Td>
                              <Group gap="xs" wrap="nowrap">
                                <Button size="compact-sm" variant="default" onClick={() => setChosen(one.id)}>
                                  Show
                                </Button>
                                {write && <Pause row={one} />}
                              </Group>
                            </Table.Td>
                          </Table.Tr>
                        ))}
                      </Table.Tbody>
                    </Table>
                  </Table.ScrollContainer>
                </Section>
              </div>
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

function NewCode({ onMade }: { onMade: (id: string) => void }) {
  const sources = useQuery(enquiryContract.choices, {}, { fresh: 300_000 });
  const form = useForm(enquiryQrContract.create, {
    start: { placement: 'GATE', language: 'en' },
    onDone: (out) => {
      notice.ok('Code made.');
      onMade(out.id);
    },
  });
  return (
    <Form form={form}>
      <Section title="New code">
        <Stack gap="md">
          <Field
            name="label"
            label="Label"
            kind="text"
            max={80}
            help="For your own list: 'Gate, summer 2026'"
          />
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
            options={(sources.data?.sources ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Field name="campaign" label="Campaign" kind="text" optional max={80} />
          <Field name="expiresOn" label="Valid until" kind="date" optional />
        </Stack>
      </Section>
      <SaveBar label="Make code" />
    </Form>
  );
}

function Pause({ row }: { row: { id: string; version: number; active: boolean } }) {
  const set = useCommand(enquiryQrContract.setActive, { onError: (error) => notice.error(error) });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={set.running}
      onClick={() => void set.run({ id: row.id, active: !row.active }, { ifMatch: row.version })}
    >
      {row.active ? 'Pause' : 'Resume'}
    </Button>
  );
}
