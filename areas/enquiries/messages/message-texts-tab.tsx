// Enquiry settings, tab Messages: what a centre writes beside the product's own messages, and how it will read.
import type { Cells } from '@aangan/web/record/record-columns.tsx';
import { RecordTab } from '@aangan/web/record/record-tab.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { fill } from '@aangan/web/text/text.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Card, Text } from '@mantine/core';
import { enquiryMessageText } from './message-text.record.ts';
import { textPlaces } from './text-places.ts';

const cells: Cells = {
  dltTemplateId: (row) =>
    row['dltTemplateId'] ? (
      <span className="figures">{String(row['dltTemplateId'])}</span>
    ) : row['channel'] === 'EMAIL' ? (
      <span className="quiet">–</span>
    ) : (
      <Tag tone="warning">{row['channel'] === 'SMS' ? 'None: cannot be sent' : 'None: e-mail only'}</Tag>
    ),
};
const start = { channel: 'BOTH', language: 'en' };

export function MessageTextsTab() {
  return (
    <RecordTab
      refresh={['enquiry']}
      record={enquiryMessageText}
      help="Counsellors find these under the ready messages, for one family and for many. Consent, night hours and STOP hold as for those."
      cells={cells}
      start={start}
      preview={(values) => <Preview values={values} />}
    />
  );
}

/** The text with a family's names in it. */
function Preview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { franchisee } = useSession();
  const shown = { ...textPlaces, ...(franchisee ? { centre: franchisee.companyName } : {}) };
  const body = String(values['body'] ?? '');
  const subject = String(values['subject'] ?? '');
  if (body.trim() === '') return null;
  const byMail = values['channel'] !== 'SMS';
  const bySms = values['channel'] !== 'EMAIL';
  return (
    <div>
      <Text fw={500} mb={4}>
        As a family reads it
      </Text>
      <Card withBorder padding="sm">
        {byMail && subject !== '' && (
          <Text fz="sm" fw={600}>
            {fill(subject, shown)}
          </Text>
        )}
        <Text fz="sm" lang={values['language'] === 'hi' ? 'hi' : 'en'}>
          {fill(body, shown)}
        </Text>
      </Card>
      {bySms && !values['dltTemplateId'] && (
        <Text fz="sm" mt={4} c="var(--a-warning-text)">
          {byMail
            ? 'Without a DLT id it goes by e-mail only: the operators drop an SMS that is not registered.'
            : 'Without a DLT id it cannot be sent: the operators drop an SMS that is not registered.'}
        </Text>
      )}
    </div>
  );
}
