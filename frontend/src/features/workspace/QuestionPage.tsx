import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QueryView } from '@/components/QueryView';
import { questionQuery } from './queries';
import { QuestionWorkspace } from './QuestionWorkspace';

const route = getRouteApi('/inside/projects/$projectId/questions/$questionId');

export function QuestionPage() {
  const { questionId } = route.useParams();
  const { t } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(questionQuery(questionId));
  return (
    <QueryView query={query}>
      {(question) => (
        <QuestionWorkspace
          key={question.id}
          question={question}
          time={t}
          onTime={(next) => void navigate({ search: (before) => ({ ...before, t: next }), replace: true })}
        />
      )}
    </QueryView>
  );
}
