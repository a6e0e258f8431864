import { RecordList } from '@aangan/web/record/record-list.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { IconEye } from '@tabler/icons-react';
import { teacherTrainingTopic } from './teacher-training-topic.record.ts';

/** /self-training/teacher-training-topic */
export const TopicList = () => (
  <RecordList
    record={teacherTrainingTopic}
    actions={(row) => [
      {
        label: 'View as learner',
        icon: <IconEye {...smallIcon} />,
        to: `/self-training/view-teacher-training-topic/${row.id}`,
      },
    ]}
  />
);
