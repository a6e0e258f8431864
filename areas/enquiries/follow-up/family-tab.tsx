import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, EmailText, InstantText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { preferredTimeLabels, sessionText } from '../enquiry/enquiry-fields.ts';
import { languageName } from '../enquiry/language-names.ts';
import { JoinedFamilies } from '../families/joined-families.tsx';
import type { WorkingTabProps } from './working-enquiry.ts';

const bestTimes: Readonly<Record<string, string>> = preferredTimeLabels;

/** Parent, numbers, sisters and brothers, and the facts of the enquiry. */
export function FamilyTab({ enquiry }: WorkingTabProps) {
  const others = enquiry.contacts.filter((one) => one.value !== enquiry.email);
  return (
    <Stack gap="md">
      <Facts
        min={130}
        items={[
          { label: 'Parent', value: enquiry.guardianName },
          { label: 'Language', value: languageName(enquiry.language) },
          { label: 'Best time', value: bestTimes[enquiry.preferredTime ?? ''] ?? '–' },
          { label: 'Pincode', value: enquiry.pincode ?? '–' },
          {
            label: 'Session',
            value: sessionText(enquiry.sessionWish),
            hidden: enquiry.sessionWish === null,
          },
        ]}
      />
      {others.length > 1 && (
        <Stack gap="xs">
          {others.map((one) => (
            <Group key={one.value} gap="xs">
              <Text span fz="sm">
                {one.kind === 'EMAIL' ? <EmailText email={one.value} /> : <PhoneText phone={one.value} />}
              </Text>
              {one.bad && <Tag tone="danger">Wrong number</Tag>}
            </Group>
          ))}
        </Stack>
      )}
      {enquiry.family.map((one) => (
        <Group key={one.id} gap="sm">
          <Anchor component={Link} to={`/forms/edit/${one.enquiryCode}`}>
            {one.childName}
          </Anchor>
          <Text fz="sm" className="quiet">
            {[one.className, sessionText(one.sessionWish)].filter(Boolean).join(' · ')}
          </Text>
          <StatusTag area="enquiry" state={one.spancoStatus} />
        </Group>
      ))}
      <JoinedFamilies enquiry={enquiry} />
      <Facts
        min={130}
        items={[
          { label: 'Source', value: [enquiry.sourceName, enquiry.campaign].filter(Boolean).join(' · ') },
          {
            label: enquiry.referrer?.kind === 'STAFF' ? 'Sent by (staff)' : 'Sent by the family of',
            value: enquiry.referrer?.name,
            hidden: enquiry.referrer === null,
          },
          { label: 'Captured', value: <InstantText at={enquiry.capturedAt} /> },
          {
            label: 'First answer due',
            value: <InstantText at={enquiry.slaDueAt} />,
            hidden: enquiry.slaDueAt === null,
          },
          { label: 'First attempt', value: <InstantText at={enquiry.firstAttemptAt} /> },
          { label: 'Last contact', value: <InstantText at={enquiry.lastContactAt} /> },
          {
            label: 'Visit',
            value: <InstantText at={enquiry.appointmentAt} />,
            hidden: enquiry.appointmentAt === null,
          },
          {
            label: 'Counselled',
            value: <InstantText at={enquiry.counselledAt} />,
            hidden: enquiry.counselledAt === null,
          },
          {
            label: 'Lost because',
            value: [enquiry.lostReason, enquiry.competitor, enquiry.lostNote].filter(Boolean).join(' · '),
            hidden: enquiry.lostReason === null,
          },
          {
            label: 'Try again on',
            value: <DateText day={enquiry.reviveOn} />,
            hidden: enquiry.reviveOn === null,
          },
        ]}
      />
    </Stack>
  );
}
