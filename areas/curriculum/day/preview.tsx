import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Alert, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { DayBlocks } from './day-blocks.tsx';
import { previewContract as contract, previewFaces } from './review.contract.ts';

const WIDTHS = { desk: '100%', phone: 390 } as const;

/** /learning-cms/preview/{previewId}: a frozen day or week as a teacher or a parent gets it. */
export function Preview() {
  const { previewId = '' } = useParams();
  const query = useQuery(contract.get, { id: previewId });
  const [width, setWidth] = useState<keyof typeof WIDTHS>('desk');
  return (
    <PageFrame title={query.data?.title ?? 'Preview'}>
      <QueryState query={query}>
        {({ shownAs, madeAt, days, known }) => (
          <Stack gap="md">
            <Alert color="info" variant="light">
              Preview of <InstantText at={madeAt} />, as {previewFaces[shownAs].toLowerCase()} sees it
            </Alert>
            <SegmentedControl
              value={width}
              onChange={(value) => setWidth(value as keyof typeof WIDTHS)}
              data={[
                { value: 'desk', label: 'Desktop' },
                { value: 'phone', label: 'Phone' },
              ]}
              style={{ alignSelf: 'start' }}
            />
            <Stack gap="md" style={{ maxWidth: WIDTHS[width] }}>
              {days.map(({ dayNo, position, content }) => (
                <Section key={position} title={`Day ${dayNo}: ${content.title || 'No title yet'}`}>
                  <Stack gap="sm">
                    {content.objective ? <Text>{content.objective}</Text> : null}
                    {content.familyNoteEn ? <Text>{content.familyNoteEn}</Text> : null}
                    {content.familyNoteHi ? <Text lang="hi">{content.familyNoteHi}</Text> : null}
                    <DayBlocks content={content} known={known} family={shownAs === 'PARENT'} />
                  </Stack>
                </Section>
              ))}
            </Stack>
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}
