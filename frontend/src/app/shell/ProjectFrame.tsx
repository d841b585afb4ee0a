import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ProjectProvider } from '@/session/project';

const route = getRouteApi('/inside/projects/$projectId');

/** Gives the pages under /projects/$projectId their project, and starts them afresh when it changes. */
export function ProjectFrame() {
  const { project } = route.useRouteContext();
  return (
    <ProjectProvider key={project.id} project={project}>
      <Outlet />
    </ProjectProvider>
  );
}
