// The steps of TestPageInBrowser, which the test adds to the page with what is given.
const complaints = [];
addEventListener("error", e => complaints.push("exception: " + e.message));
addEventListener("unhandledrejection", e => complaints.push("rejection: " + e.reason));
document.addEventListener("securitypolicyviolation", e => complaints.push("refused: " + e.violatedDirective));

// eventually waits until something holds, for two minutes at most.
async function eventually(what, holds) {
  for (const end = Date.now() + 120000; !holds(); await new Promise(go => setTimeout(go, 20)))
    if (Date.now() > end) throw new Error("not in time: " + what + "; the page has " + document.body.innerText);
}

// shows tells whether the page shows a job, with all that is known of it.
const shows = job => [...at("recent").rows].some(({cells}) =>
  cells[0].title === job.id && cells[0].textContent === job.id.slice(0, 12) &&
  cells[1].title === job.circuit && cells[1].textContent === "square" &&
  cells[2].textContent === job.state && cells[2].className === job.state &&
  cells[7].textContent === (job.reason ?? ""));

// opens opens a job from its row, and closes it. A proof can be downloaded where there is one.
async function opens(job, state) {
  document.querySelector(`[data-job="${job.id}"]`).click();
  const fact = name => [...at("facts").children].find(c => c.textContent === name)?.nextSibling.textContent;
  await eventually("a job is opened", () => at("job").open && fact("job") === job.id && fact("state") === state);
  if (fact("reason") !== job.reason && job.reason) throw new Error("the reason is " + fact("reason"));
  if (at("proof").hidden !== (state !== "done") || !at("cancel").hidden) throw new Error("wrong buttons");
  if (state === "done") {
    at("proof").click();
    await eventually("the proof comes", () => at("did").textContent === "downloaded");
  }
  await picture(state);
  at("close").click();
}

// picture has the test keep a picture of the page.
const picture = (name, width = 1100) => fetch(`picture?name=${name}&width=${width}`);

function login(token) {
  at("token").value = token;
  at("login").requestSubmit();
}

async function steps() {
  await eventually("the page asks for a token", () => !at("login").hidden && at("main").hidden);
  await picture("login");
  login(given.token + "x");
  await eventually("a wrong token is refused", () =>
    at("problem").textContent.startsWith("No tenant has this token") && at("main").hidden);
  await picture("refused");
  login(given.token);
  await eventually("the right one shows the service", () => at("login").hidden && !at("main").hidden);
  await eventually("the tenant", () => at("tenant").textContent === "a");
  await eventually("nothing waits", () => at("queue").textContent === "nothing waits");
  await eventually("nothing runs", () => at("running").textContent === "nothing runs");
  await eventually("a worker is ready", () => at("workers").rows.length === 1 &&
    at("workers").rows[0].cells[6].textContent === "ready");
  await eventually("the job that is done", () => shows(given.done));
  await eventually("the job that failed", () => shows(given.failed));
  await eventually("two jobs", () => at("recent").rows.length === 2);
  const reply = await fetch("v1/jobs?circuit=square&wait=30s", {
    method: "POST", headers: {Authorization: "Bearer " + given.token},
    body: Uint8Array.from(atob(given.witness), c => c.charCodeAt(0)),
  });
  const later = await reply.json();
  await eventually("a later job", () => shows(later));
  await eventually("the throughput", () => /^\d+\.\d jobs a minute$/.test(at("throughput").textContent));
  await eventually("the version", () => at("version").textContent.includes("gnark v"));
  await eventually("the time", () => at("fresh").textContent.startsWith("as of "));
  await eventually("an empty row has all columns", () => at("queue").rows[0].cells[0].colSpan === 4);
  await picture("page");
  await opens(given.done, "done");
  await opens(given.failed, "failed");
  await fetch("drain");
  const waiting = await (await call("jobs?circuit=square&key=another", {
    method: "POST", body: Uint8Array.from(atob(given.witness), c => c.charCodeAt(0)),
  })).json();
  openJob(waiting.id);
  await eventually("a job waits", () => at("job").open && opened.id === waiting.id && !at("cancel").hidden && at("proof").hidden);
  await picture("waiting");
  at("cancel").click();
  await eventually("the job is cancelled", () => opened.state === "cancelled" && at("cancel").hidden);
  await picture("cancelled");
  at("close").click();
  document.body.style.width = "358px"; // that of a screen of 390
  for (const table of document.querySelectorAll("table"))
    if (table.parentNode.getBoundingClientRect().width > 358) throw new Error("a table is wider than the screen");
  document.body.style.width = "";
  await picture("narrow", 390);
}

addEventListener("load", async () => {
  await steps().catch(problem => complaints.push(problem.message));
  fetch("said", {method: "POST", body: complaints.join("\n")});
});
