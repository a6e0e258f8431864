import { teacherTrainingTopic } from './teacher-training-topic.record.ts';
import { topicContract } from './topic.contract.ts';

export const topicRecords = [teacherTrainingTopic] as const;
export const topicContracts = [topicContract];
