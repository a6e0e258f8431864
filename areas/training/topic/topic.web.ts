import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { teacherTrainingTopic } from './teacher-training-topic.record.ts';

export const topicRecordLoads = recordLoads(teacherTrainingTopic, {
  list: () => import('./topic-list.tsx').then((s) => s.TopicList),
  form: () => import('./topic-form.tsx').then((s) => s.TopicForm),
});
export const topicLoads = {
  '/self-training/view-teacher-training-topic/{trainingTopicID}': () =>
    import('./topic-view.tsx').then((s) => s.TopicView),
} as const;
