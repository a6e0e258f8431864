import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatInstant } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Code, Modal, Stack, Table, Text } from '@mantine/core';
import { type LeadRow, leadIntakeContract } from './lead-intake.contract.ts';
import { parseLossless } from './lossless-json.ts';

/** A lead as it came, and how we read it. Opening it is noted in the access log. */
export function RawLead({ lead, onClose }: { lead: LeadRow; onClose: () => void }) {
  const raw = useQuery(leadIntakeContract.raw, { id: lead.id });
  return (
    <Modal opened onClose={onClose} size="xl" title={`Lead of ${lead.name ?? 'no name'}`}>
      <QueryState query={raw}>
        {(data) => (
          <Stack gap="md">
            <Text className="quiet">
              Received {formatInstant(data.receivedAt)}. Opening this is noted in the access log.
            </Text>
            {data.guessed.length > 0 && (
              <Section title="How we read it">
                <Facts items={data.guessed} min={160} />
              </Section>
            )}
            {data.answers.length > 0 && (
              <Section title="Answers" flush>
                <Table horizontalSpacing="md">
                  <Table.Tbody>
                    {data.answers.map((one, n) => (
                      <Table.Tr key={`${n} ${one.id}`}>
                        <Table.Td w="40%">
                          <Text size="sm" fw={500}>
                            {one.name ?? one.id}
                          </Text>
                        </Table.Td>
                        <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.value}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Section>
            )}
            <Section title="As it came" help="The key is taken out; everything else is what was sent.">
              {data.body === null ? (
                <Text>The bytes are no longer kept.</Text>
              ) : (
                <Code
                  block
                  style={{
                    maxHeight: 320,
                    overflow: 'auto',
                    whiteSpace: 'pre-wrap',
                    overflowWrap: 'anywhere',
                  }}
                >
                  {pretty(data.body)}
                </Code>
              )}
            </Section>
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}

// Ids of 19 digits keep them: they are shown as text.
function pretty(body: string): string {
  const parsed = parseLossless(body);
  return parsed === undefined ? body : JSON.stringify(parsed, null, 2);
}
